import type { Command } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { beforeEach, describe, expect, it } from 'vitest';
import { ANN, addressOf, Bench, BOB, BTC, DAY_S, USDT, units } from './bench.ts';

let bench: Bench;

/** Ann has earned and claimed half a bitcoin. */
beforeEach(() => {
  bench = new Bench();
  bench.lock(ANN, '1000');
  bench.to(DAY_S);
  expect(bench.claim(ANN)).toBe('ok');
});

const withdrawal = (change: Partial<Extract<Command, { type: 'withdrawMiningRewards' }>> = {}): Command => ({
  type: 'withdrawMiningRewards',
  withdrawalNo: 7,
  accountUserId: ANN,
  assetId: BTC,
  amount: units('0.3'),
  fee: units('0.01'),
  address: addressOf(ANN),
  ...change,
});

it('are kept apart from the wallets', () => {
  expect(bench.rewards(ANN)).toBe(units('0.5'));
  expect(bench.spot(ANN)).toEqual({ available: units('99000'), held: 0n });
  expect(bench.kernel.mining.rewards(BOB)).toEqual([]);
  const [claim] = bench.of('miningClaimed');
  expect(claim).toMatchObject({
    userId: ANN,
    amount: units('0.5'),
    rest: 0n,
    held: units('1000'),
    spans: [{ termsNo: 1, dailyPpm: 500, seconds: DAY_S }],
    claimed: units('0.5'),
    rewards: units('0.5'),
    pool: units('4.5'),
  });
});

describe('a conversion', () => {
  const fund = (assetId: number, amount: string) =>
    bench.sure(0, {
      type: 'fundSwaps',
      assetId,
      amount: units(amount),
      fromUserId: 0,
      reason: 'A test of swaps',
    });
  const ask = (amount: string, userId = ANN) =>
    bench.code(userId, {
      type: 'quoteMiningRewards',
      fromAssetId: BTC,
      toAssetId: USDT,
      amount: units(amount),
    });
  const quoted = () => bench.of('swapQuoted').at(-1)!;
  const convert = (swapId: number, userId = ANN) =>
    bench.code(userId, { type: 'convertMiningRewards', swapId });

  beforeEach(() => {
    fund(USDT, '1000000');
    bench.price();
  });

  it('is at the locked quote, against the inventory of swaps, and stays among the rewards', () => {
    expect(ask('0.2')).toBe('ok');
    const { swapId, arrives } = quoted();
    expect(arrives).toBe(units('9980'));
    expect(convert(swapId, BOB)).toBe('SWAP_QUOTE_ENDED');
    expect(convert(swapId)).toBe('ok');
    expect(bench.rewards(ANN)).toBe(units('0.3'));
    expect(bench.rewards(ANN, USDT)).toBe(arrives);
    expect(bench.spot(ANN, USDT)).toEqual({ available: 0n, held: 0n });
    expect(bench.of('miningConverted')).toMatchObject([
      { swapId, amount: units('0.2'), arrives, fromRewards: units('0.3'), toRewards: arrives },
    ]);
    expect(bench.of('swapped')).toEqual([]);
    expect(convert(swapId)).toBe('SWAP_QUOTE_ENDED');
  });

  it('takes no more than the rewards, and no quote that has ended', () => {
    expect(ask('0.50000001')).toBe('MINING_REWARDS');
    expect(ask('0.5', BOB)).toBe('MINING_REWARDS');
    expect(ask('0.5')).toBe('ok');
    const { swapId } = quoted();
    bench.sure(0, withdrawal({ amount: 1n as Amount, fee: 0n as Amount }));
    expect(convert(swapId)).toBe('MINING_REWARDS');
    bench.nowMs += 10_000;
    expect(convert(swapId)).toBe('SWAP_QUOTE_ENDED');
    expect(
      bench.code(ANN, { type: 'quoteMiningRewards', fromAssetId: BTC, toAssetId: BTC, amount: 1n as Amount }),
    ).toBe('SWAP_NOT_OFFERED');
  });

  it('waits while swaps are halted', () => {
    expect(ask('0.1')).toBe('ok');
    bench.sure(0, { type: 'setSwapState', state: 'halted', reason: 'A test of halts' });
    expect(convert(quoted().swapId)).toBe('SWAP_HALTED');
    expect(ask('0.1')).toBe('SWAP_HALTED');
  });
});

describe('a withdrawal', () => {
  const left = units('0.19');

  it('goes to the address that joined, and to no other', () => {
    expect(bench.code(0, withdrawal({ address: addressOf(BOB) }))).toBe('MINING_ADDRESS');
    bench.sure(0, { type: 'openAccount', accountUserId: 55, kind: 'user' });
    expect(bench.code(0, withdrawal({ accountUserId: 55 }))).toBe('MINING_NOT_JOINED');
    expect(bench.code(ANN, withdrawal())).toBe('NOT_PERMITTED');
    expect(bench.code(0, withdrawal({ amount: units('0.5') }))).toBe('MINING_REWARDS');
    expect(bench.code(0, withdrawal({ amount: 0n as Amount }))).toBe('QUANTITY_INVALID');
    expect(bench.code(0, withdrawal({ fee: -1n as Amount }))).toBe('QUANTITY_INVALID');
    expect(bench.rewards(ANN)).toBe(units('0.5'));
    expect(bench.of('withdrawalRequested')).toEqual([]);
  });

  it('is held in one step: nothing of it is free in between', () => {
    bench.sure(0, withdrawal());
    expect(bench.rewards(ANN)).toBe(left);
    expect(bench.spot(ANN)).toEqual({ available: units('99000'), held: units('0.31') });
    expect(bench.kernel.custody.openWithdrawal(7)).toMatchObject({ userId: ANN, amount: units('0.3') });
    expect(bench.kernel.mining.openWithdrawals(ANN)).toEqual([
      { withdrawalNo: 7, userId: ANN, assetId: BTC, amount: units('0.31') },
    ]);
    expect(bench.kernel.mining.openWithdrawals(BOB)).toEqual([]);
    expect(bench.code(0, withdrawal())).toBe('WITHDRAWAL_KNOWN');
    bench.restart();
    expect(bench.spot(ANN)).toEqual({ available: units('99000'), held: units('0.31') });
  });

  it('that is paid leaves for good', () => {
    bench.sure(0, withdrawal());
    bench.sure(0, { type: 'settleWithdrawal', withdrawalNo: 7, networkAssetId: 0, networkFee: 0n as Amount });
    expect(bench.rewards(ANN)).toBe(left);
    expect(bench.spot(ANN)).toEqual({ available: units('99000'), held: 0n });
    expect(bench.kernel.mining.openWithdrawals(ANN)).toEqual([]);
    expect(bench.of('miningReturned')).toEqual([]);
  });

  it('of all leaves no rewards of 0 behind', () => {
    bench.sure(0, withdrawal({ amount: units('0.49') }));
    expect(bench.kernel.mining.rewards(ANN)).toEqual([]);
    bench.restart();
    expect(bench.kernel.mining.rewards(ANN)).toEqual([]);
  });

  it('that is not paid is rewards again, the fee with it', () => {
    bench.sure(0, withdrawal());
    bench.restart();
    bench.sure(0, { type: 'releaseWithdrawal', withdrawalNo: 7, reason: 'cancelled' });
    expect(bench.rewards(ANN)).toBe(units('0.5'));
    expect(bench.spot(ANN)).toEqual({ available: units('99000'), held: 0n });
    expect(bench.of('miningReturned')).toMatchObject([{ withdrawalNo: 7, amount: units('0.31') }]);
    bench.sure(0, withdrawal({ withdrawalNo: 8 }));
  });

  it('that its recipient’s code refused is rewards again, less the fee of the network', () => {
    bench.sure(0, withdrawal());
    bench.sure(0, { type: 'failWithdrawal', withdrawalNo: 7, networkAssetId: 0, networkFee: 0n as Amount });
    expect(bench.rewards(ANN)).toBe(units('0.49'));
    expect(bench.spot(ANN)).toEqual({ available: units('99000'), held: 0n });
  });

  it('is no coin of a deposit that its chain took back', () => {
    const deposit = { depositNo: 1, accountUserId: ANN, assetId: BTC, amount: units('10') };
    bench.sure(0, { type: 'creditDeposit', ...deposit, chain: 'bitcoin', transaction: 'aa', ordinal: 0 });
    bench.sure(0, withdrawal());
    bench.lock(ANN, '99010');
    expect(bench.spot(ANN)).toEqual({ available: 0n, held: units('0.31') });
    bench.sure(0, { type: 'reverseDeposit', depositNo: 1, remaining: 0n as Amount, withdrawals: [7] });
    expect(bench.of('depositReversed')).toMatchObject([{ debited: 0n, loss: units('10') }]);
    expect(bench.kernel.custody.openWithdrawal(7)).toMatchObject({ amount: units('0.3') });
  });
});
