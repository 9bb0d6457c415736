import type { KernelEvent } from '@candor/kernel';
import { checkSettlement, firstWrongStep, type SettlementInputs } from '@candor/proofs';
import { describe, expect, it } from 'vitest';
import { runMarket } from './random-market.ts';

const TERMS = { unitsPerTickLot: 1_000, scale: 8, price: String };
const SEEDS = 12;
const KINDS = ['perpetualLiquidated', 'perpetualDeleveraged', 'perpetualFundingPaid'] as const;

/** What the journal's readers get of the settlements of some random markets. */
function settlements(): Map<string, SettlementInputs[]> {
  const found = new Map<string, SettlementInputs[]>(KINDS.map((kind) => [kind, []]));
  const take = (event: KernelEvent) => {
    const text = JSON.stringify(event, (_, value) => (typeof value === 'bigint' ? String(value) : value));
    found.get(event.type)?.push(JSON.parse(text) as SettlementInputs);
  };
  for (let seed = 1; seed <= SEEDS; seed++) {
    runMarket({
      seed,
      commands: 300,
      restarts: false,
      after: (stage) => {
        for (const event of stage.events) take(event);
      },
    });
  }
  return found;
}

/** The same with one figure changed by one. */
function bent(inputs: SettlementInputs, name: string): SettlementInputs {
  const value = inputs[name];
  return { ...inputs, [name]: typeof value === 'string' ? String(BigInt(value) + 1n) : Number(value) + 1 };
}

describe('receipts of what happened to positions', { timeout: 60_000 }, () => {
  const found = settlements();

  it.each(KINDS)('%s recomputes, every one', (kind) => {
    const all = found.get(kind)!;
    expect(all.length).toBeGreaterThan(2);
    for (const inputs of all) expect(firstWrongStep(checkSettlement(inputs, TERMS))).toBeNull();
    expect(all.every((inputs) => checkSettlement(inputs, TERMS).ok)).toBe(true);
  });

  it.each([
    ['perpetualLiquidated', 'equity', 'equity'],
    ['perpetualLiquidated', 'markTicks', 'mark'],
    ['perpetualLiquidated', 'bankruptcyTicks', 'bankruptcy'],
    ['perpetualLiquidated', 'lotsLeft', 'left'],
    ['perpetualDeleveraged', 'score', 'score'],
    ['perpetualDeleveraged', 'lotsLeft', 'left'],
  ])('%s with another %s does not', (kind, name, wrong) => {
    const check = checkSettlement(bent(found.get(kind)![0]!, name), TERMS);
    expect(check.ok).toBe(false);
    expect(firstWrongStep(check)?.name).toBe(wrong);
  });

  it('a funding payment of more than its rate gives does not', () => {
    const payer = found.get('perpetualFundingPaid')!.find(({ amount }) => String(amount).startsWith('-'))!;
    const more = { ...payer, amount: String(BigInt(String(payer.amount)) - 1n) };
    expect(checkSettlement(more, TERMS).ok).toBe(false);
  });

  it('what is no receipt, or has no figures, is not in order', () => {
    expect(checkSettlement({}, TERMS).ok).toBe(false);
    expect(checkSettlement({ type: 'perpetualDeleveraged', score: 'x' }, TERMS).ok).toBe(false);
  });
});
