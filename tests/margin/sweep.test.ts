import { expect, it, vi } from 'vitest';
import { Borrowers, MID, owedBy } from '../../benches/margin-sweep.bench.ts';
import { RiskWatch } from '../../packages/kernel/products/margin/risk-watch.ts';
import { eventsOf } from './bench.ts';

// the bench margin-sweep times ticks over 100,000
const BORROWERS = 20_000;
const FIRST_USER = 1_000;
const COLLATERAL = 95n;
const CALL = 130n;

/** Collateral over debt, a coin at so many cents, is at or below 1.3: by a sheet of its own. */
function isCalled(userId: number, cents: number): boolean {
  const owed = BigInt(owedBy(userId)) * 100n * 100_000_000n;
  const charged = owed + owed / 100_000n;
  const lies = BigInt(cents) * 100_000_000n + owed;
  return lies * COLLATERAL <= charged * CALL;
}

it(`an index tick that calls none of ${BORROWERS} borrowers looks at none, one that calls some calls just those`, () => {
  const crowd = new Borrowers(BORROWERS);
  const looked = vi.spyOn(RiskWatch.prototype, 'reached');
  const lookedAt: number[] = [];
  for (let i = 0; i < 101; i++) {
    const { events } = crowd.tick(MID + ((i * 37) % 2_000) - 1_000);
    expect(eventsOf(events, 'marginCall')).toEqual([]);
    expect(looked).toHaveBeenCalledTimes(1);
    lookedAt.push((looked.mock.results[0]!.value as readonly number[]).length);
    looked.mockClear();
  }
  expect(lookedAt.filter((count) => count > 0)).toEqual([]);

  const called = new Set<number>();
  for (const cents of [MID - 4_300, MID - 9_000, MID - 4_300, MID + 500]) {
    const { events } = crowd.tick(cents);
    const told = eventsOf(events, 'marginCall').map((event) => [event.userId, event.called]);
    const due: [number, boolean][] = [];
    for (let userId = FIRST_USER; userId < FIRST_USER + BORROWERS; userId++) {
      const is = isCalled(userId, cents);
      if (is !== called.has(userId)) due.push([userId, is]);
    }
    expect(due.length).toBeGreaterThan(50);
    expect(told).toEqual(due);
    for (const [userId, is] of due) {
      if (is) called.add(userId);
      else called.delete(userId);
    }
  }
});
