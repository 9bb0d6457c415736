import type { KernelEvent, PerpetualFundingPaidEvent } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import { describe, expect, it } from 'vitest';
import { MAX_URGENT_ITEMS } from '../../packages/kernel/due/due-slice.ts';
import { Checker } from './checker.ts';
import { HOUSE, PERP, Stage, U, USDT } from './stage.ts';

const FIRST = 2_000;
const PRICE = 1_000_000;
const INTERVAL_MS = 10_000;
const LOTS = 2;
/** Longs and shorts: more than two slices of payers, and as many of receivers. */
const PAIRS = MAX_URGENT_ITEMS + 150;
const longs = Array.from({ length: PAIRS }, (_, n) => FIRST + 2 * n);
const shorts = longs.map((user) => user + 1);
/** 0.01 percent of 2 lots at 10,000. */
const DUE = (BigInt(LOTS) * 10n * U) / 10_000n;

type Funding = Extract<KernelEvent, { type: 'perpetualFunding' }>;
const paidIn = (events: readonly KernelEvent[]) =>
  events.filter((event): event is PerpetualFundingPaidEvent => event.type === 'perpetualFundingPaid');
const fundingIn = (events: readonly KernelEvent[]) =>
  events.filter((event): event is Funding => event.type === 'perpetualFunding');

/** A market of many pairs at the end of an interval, after its first slice. */
function crowded(): { readonly s: Stage; readonly from: number } {
  const s = new Stage({
    audit: false,
    listing: { fundingIntervalMs: INTERVAL_MS, impactNotional: (10n * U) as Amount },
  });
  s.fund(HOUSE, 100_000n * U);
  s.tick(PRICE, 0);
  for (let n = 0; n < PAIRS; n++) {
    s.user(longs[n]!, 100n);
    s.user(shorts[n]!, 100n);
    s.sell(shorts[n]!, LOTS, PRICE);
    s.buy(longs[n]!, LOTS, PRICE);
  }
  s.sure(HOUSE, {
    type: 'perpetualMassQuote',
    symbolId: PERP,
    levels: [
      { side: 'buy', priceTicks: (PRICE - 10_000) as PriceTicks, lots: 500 as Lots },
      { side: 'sell', priceTicks: (PRICE + 10_000) as PriceTicks, lots: 500 as Lots },
    ],
  });
  const { nextMs } = s.kernel.perpetual.funding(PERP)!;
  while (s.nowMs + 250 < nextMs) s.tick(PRICE);
  const from = s.log.length;
  s.tick(PRICE);
  return { s, from };
}

function drain(s: Stage, restarts = false): void {
  while (s.kernel.nextDueMs <= s.nowMs) {
    if (restarts) s.restart();
    s.system({ type: 'tick' });
    expect(paidIn(s.events).length).toBeLessThanOrEqual(MAX_URGENT_ITEMS);
  }
}

/** Every position paid or received once, by the lots of the interval's end, and the books are whole. */
function expectSettled(s: Stage, from: number): void {
  const events = s.log.slice(from);
  const paid = paidIn(events);
  expect(paid).toHaveLength(2 * PAIRS);
  expect(new Set(paid.map(({ userId }) => userId)).size).toBe(2 * PAIRS);
  for (const { userId, amount, lots } of paid) {
    const isLong = (userId - FIRST) % 2 === 0;
    expect({ amount, lots }).toEqual({ amount: isLong ? -DUE : DUE, lots: LOTS });
  }
  const sum = DUE * BigInt(PAIRS);
  expect(fundingIn(events)).toMatchObject([
    { ratePpb: 100_000, paid: sum, received: sum, residue: 0n, shortage: 0n, fromInsurance: 0n },
  ]);
  const checker = new Checker([PERP], [...longs, ...shorts, HOUSE], USDT);
  checker.check(s.kernel, s.log);
}

describe('funding of more positions than a slice', () => {
  it('is settled in slices, by the mark and the lots of the interval’s end', () => {
    const { s, from } = crowded();
    // every other position is a receiver's, who waits for all payers
    expect(paidIn(s.log.slice(from))).toHaveLength(MAX_URGENT_ITEMS / 2);
    expect(fundingIn(s.log.slice(from))).toEqual([]);
    s.tick(PRICE + 5_000);
    drain(s);
    expectSettled(s, from);
  });

  it('goes on the same after a restart between any two slices', () => {
    const { s, from } = crowded();
    drain(s, true);
    expectSettled(s, from);
  });

  it('is paid by a sender before the sender’s own command, and once', () => {
    const { s, from } = crowded();
    const last = longs.at(-1)!;
    const before = s.position(last);
    expect(before.funding).toBe(0n);
    s.sure(last, { type: 'setLeverage', symbolId: PERP, leverage: 5 });
    expect(s.position(last).funding).toBe(-DUE);
    drain(s);
    expectSettled(s, from);
  });

  it('counts a position as it was, which others close, reduce or turn before its turn', () => {
    const { s, from } = crowded();
    const [closed, reduced, closer] = [longs.at(-1)!, longs.at(-2)!, shorts.at(-3)!];
    // Orders that rested before are filled by a sender who has paid: their owners have not.
    drain(s);
    expectSettled(s, from);
    s.sell(closed, LOTS, PRICE);
    s.sell(reduced, 1, PRICE);
    const { nextMs } = s.kernel.perpetual.funding(PERP)!;
    while (s.nowMs + 250 < nextMs) s.tick(PRICE);
    const again = s.log.length;
    s.tick(PRICE);
    expect(s.position(closed).funding).toBe(-DUE);
    s.restart();
    s.buy(closer, LOTS + 1, PRICE);
    expect(s.kernel.perpetual.positions(closed)).toEqual([]);
    expect(s.position(reduced).lots).toBe(1);
    drain(s, true);
    const second = s.log.slice(again);
    const paid = paidIn(second);
    expect(paid.filter(({ userId }) => userId === closed)).toMatchObject([{ amount: -DUE, lots: LOTS }]);
    expect(paid.filter(({ userId }) => userId === reduced)).toMatchObject([{ amount: -DUE, lots: LOTS }]);
    expect(paid.filter(({ userId }) => userId === closer)).toMatchObject([{ amount: DUE, lots: LOTS }]);
    expect(paid).toHaveLength(2 * PAIRS);
    const [told] = fundingIn(second);
    expect(told).toMatchObject({ shortage: 0n, residue: 0n, paid: DUE * BigInt(PAIRS) });
    new Checker([PERP], [...longs, ...shorts, HOUSE], USDT).check(s.kernel, s.log);
  });

  it('takes no premium of now into an interval that was over before', () => {
    const { s } = crowded();
    drain(s);
    s.nowMs += 3 * MAX_URGENT_ITEMS * INTERVAL_MS;
    const from = s.log.length;
    const resumedMs = s.nowMs;
    s.tick(PRICE);
    s.tick(PRICE);
    expect(s.kernel.nextDueMs).toBeLessThanOrEqual(s.nowMs);
    drain(s);
    const [interrupted, ...missed] = fundingIn(s.log.slice(from));
    expect(interrupted!.samples).toBeGreaterThan(0);
    expect(missed.length).toBeGreaterThan(2 * MAX_URGENT_ITEMS);
    expect(missed.every(({ timeMs }) => timeMs <= resumedMs)).toBe(true);
    expect(missed.filter(({ samples, ratePpb }) => samples !== 0 || ratePpb !== 0)).toEqual([]);
  });
});
