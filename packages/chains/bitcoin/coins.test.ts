import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Coin } from '../port.ts';
import { DUST, MOST_WEIGHT, selectCoins, virtualBytes, weightOf } from './coins.ts';

const coin = (at: number, amount: bigint, isUnconfirmed = false): Coin => ({
  hash: at.toString(16).padStart(64, '0'),
  index: 0,
  amount,
  isUnconfirmed,
});
const terms = { scriptLength: 22, rate: 5n };

describe('selectCoins', () => {
  it('takes the smallest coin that pays alone, and returns the change', () => {
    const coins = [coin(1, 5_000_000n), coin(2, 200_000n), coin(3, 900_000n)];
    const picked = selectCoins({ ...terms, coins, amount: 500_000n });
    expect(picked).toMatchObject({ kind: 'selected', inputs: [coins[2]] });
    if (picked.kind !== 'selected') return;
    expect(picked.fee).toBe(virtualBytes(weightOf(1, 22, true)) * 5n);
    expect(picked.change).toBe(900_000n - 500_000n - picked.fee);
  });

  it('leaves change that costs more than it holds to the miners', () => {
    const weight = weightOf(1, 22, false);
    const fee = virtualBytes(weight) * 5n;
    const exact = selectCoins({ ...terms, coins: [coin(1, 500_000n + fee)], amount: 500_000n });
    expect(exact).toMatchObject({ kind: 'selected', change: 0n, fee });
    const scant = selectCoins({ ...terms, coins: [coin(1, 500_000n + fee - 1n)], amount: 500_000n });
    expect(scant).toEqual({ kind: 'short' });
  });

  it('takes change that waits only after all confirmed coins', () => {
    const coins = [coin(1, 900_000n, true), coin(2, 300_000n), coin(3, 300_000n)];
    const picked = selectCoins({ ...terms, coins, amount: 500_000n });
    expect(picked).toMatchObject({ kind: 'selected', inputs: [coins[1], coins[2]] });
    const more = selectCoins({ ...terms, coins, amount: 700_000n });
    expect(more).toMatchObject({ kind: 'selected', inputs: [coins[1], coins[2], coins[0]] });
  });

  it('spends all that earlier versions spent, and pays what replacing them costs', () => {
    const required = [coin(1, 400_000n), coin(2, 200_000n)];
    const spare = coin(3, 10_000_000n);
    const coins = [...required, spare];
    const picked = selectCoins({ ...terms, coins, required, amount: 500_000n, replaces: 49_000n });
    const fee = 49_000n + virtualBytes(weightOf(2, 22, true));
    expect(picked).toMatchObject({ kind: 'selected', inputs: required, fee, change: 100_000n - fee });
    const dearer = selectCoins({ ...terms, coins, required, amount: 500_000n, replaces: 150_000n });
    const more = 150_000n + virtualBytes(weightOf(3, 22, true));
    expect(dearer).toMatchObject({ kind: 'selected', inputs: [...required, spare], fee: more });
  });

  it('puts coins together first where one transaction would be over 100 000 virtual bytes', () => {
    const coins = Array.from({ length: 2_000 }, (_, at) => coin(at, 10_000n));
    const picked = selectCoins({ ...terms, coins, amount: 18_000_000n });
    expect(picked.kind).toBe('split');
    if (picked.kind !== 'split') return;
    expect(weightOf(picked.merge.length, 22, false)).toBeLessThanOrEqual(MOST_WEIGHT);
    expect(picked.merge.length).toBeGreaterThan(1_000);
    expect(selectCoins({ ...terms, coins, amount: 20_000_000n })).toEqual({ kind: 'short' });
  });

  it('never pays less or more than it has, whatever the coins are', () => {
    const coins = fc.array(fc.tuple(fc.bigInt(1n, 10n ** 9n), fc.boolean()), { maxLength: 60 });
    const input = fc.record({
      coins,
      amount: fc.bigInt(294n, 5n * 10n ** 9n),
      rate: fc.bigInt(1n, 500n),
      scriptLength: fc.constantFrom(22, 23, 25, 34),
    });
    fc.assert(
      fc.property(input, ({ coins: some, amount, rate, scriptLength }) => {
        const all = some.map(([units, waits], at) => coin(at, units, waits));
        const picked = selectCoins({ coins: all, amount, rate, scriptLength });
        if (picked.kind !== 'selected') return;
        const total = picked.inputs.reduce((sum, each) => sum + each.amount, 0n);
        expect(total).toBe(amount + picked.change + picked.fee);
        expect(new Set(picked.inputs.map(({ hash }) => hash)).size).toBe(picked.inputs.length);
        expect(picked.change === 0n || picked.change >= DUST).toBe(true);
        const weight = weightOf(picked.inputs.length, scriptLength, picked.change > 0n);
        expect(picked.fee).toBeGreaterThanOrEqual(virtualBytes(weight) * rate);
        expect(weight).toBeLessThanOrEqual(MOST_WEIGHT);
      }),
    );
  });
});
