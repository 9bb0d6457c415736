import type { AppliedCommand } from '@candor/journal';
import { createKernel } from '@candor/kernel';
import { describe, expect, it } from 'vitest';
import { MarginInterestCheck } from '../../apps/verifier/checks/margin-interest.ts';
import { ALICE, type Bench, BTC, COIN, eventsOf, HOUR_MS, ready, USDT } from '../margin/bench.ts';

/** The bench's journal as the verifier sees it, with one event of a type changed. */
function findings(bench: Bench, change: { type: string; field: string; by: bigint } | null = null): string[] {
  const kernel = createKernel();
  const check = new MarginInterestCheck();
  const reports: string[] = [];
  let left = change;
  for (const envelope of bench.journal) {
    const { outcome, events } = kernel.apply(envelope);
    const told = events.map((event) => {
      if (left === null || event.type !== left.type) return event;
      const changed = {
        ...event,
        [left.field]: (event as never as Record<string, bigint>)[left.field]! + left.by,
      };
      left = null;
      return changed;
    });
    check.see({ envelope, outcome, events: told } as unknown as AppliedCommand, kernel, (what) =>
      reports.push(what),
    );
  }
  expect(check.count).toBeGreaterThan(0);
  return reports;
}

/** Alice borrows parts of a unit's interest, again and again, pays back in parts, and lets hours pass. */
function borrower(): Bench {
  const bench = ready();
  for (const amount of [10_000n, 10_000n, 70_001n]) bench.mustDo(ALICE, bench.borrow(USDT, amount));
  bench.mustDo(ALICE, bench.repay(USDT, 5_000n));
  bench.tick(50_000, 2_000, HOUR_MS);
  bench.tick(50_000);
  bench.mustDo(ALICE, bench.borrow(USDT, 1_000n * COIN));
  bench.mustDo(ALICE, bench.borrow(BTC, 100_000n));
  bench.tick(50_000, 2_000, 5 * HOUR_MS);
  bench.tick(50_000);
  bench.mustDo(ALICE, bench.repay(USDT, COIN));
  bench.mustDo(ALICE, bench.borrow(BTC, 100_000n));
  bench.mustDo(ALICE, bench.repay(BTC, null));
  return bench;
}

/*
 * A loan rounds its interest up once over its whole life, so a second borrowing within the same unit is charged
 * nothing. The verifier rounded each borrowing up by itself, and called honest journals wrong.
 */
describe('the interest of a loan that is borrowed to again', () => {
  it('is what the verifier recomputes', () => {
    expect(findings(borrower())).toEqual([]);
  });

  it('is charged nothing where the unit that was charged before covers it', () => {
    const bench = ready();
    bench.mustDo(ALICE, bench.borrow(USDT, 10_000n));
    const { events } = bench.mustDo(ALICE, bench.borrow(USDT, 10_000n));
    expect(eventsOf(events, 'marginBorrowed')[0]?.firstHour).toBe(0n);
  });

  it.each([
    { type: 'marginInterest', field: 'amount', by: 1n },
    { type: 'marginBorrowed', field: 'principal', by: 1n },
    { type: 'marginRepaid', field: 'interest', by: -1n },
    { type: 'marginRepaid', field: 'interestLeft', by: 1n },
  ])('is found where it is told otherwise: $type.$field', (change) => {
    expect(findings(borrower(), change)).not.toEqual([]);
  });
});
