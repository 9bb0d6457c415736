import { hrtime } from 'node:process';
import { expect, it } from 'vitest';
import { Borrowers, MID, owedBy } from '../../benches/margin-sweep.bench.ts';
import { eventsOf } from './bench.ts';

const BORROWERS = 100_000;
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
  const times: number[] = [];
  for (let i = 0; i < 101; i++) {
    const before = hrtime.bigint();
    const { events } = crowd.tick(MID + ((i * 37) % 2_000) - 1_000);
    times.push(Number(hrtime.bigint() - before) / 1e6);
    expect(eventsOf(events, 'marginCall')).toEqual([]);
  }
  times.sort((a, b) => a - b);
  const medianMs = times[50]!;
  // looking at each takes half a second
  expect(medianMs, `a tick over ${BORROWERS} borrowers took ${medianMs} ms`).toBeLessThan(20);

  const called = new Set<number>();
  for (const cents of [MID - 4_300, MID - 9_000, MID - 4_300, MID + 500]) {
    const { events } = crowd.tick(cents);
    const told = eventsOf(events, 'marginCall').map((event) => [event.userId, event.called]);
    const due: [number, boolean][] = [];
    for (let userId = FIRST_USER; userId < FIRST_USER + BORROWERS; userId++) {
      const is = isCalled(userId, cents);
      if (is !== called.has(userId)) due.push([userId, is]);
    }
    expect(due.length).toBeGreaterThan(100);
    expect(told).toEqual(due);
    for (const [userId, is] of due) {
      if (is) called.add(userId);
      else called.delete(userId);
    }
  }
});
