import { aloneAtDoor, type SharedLimit } from '../../base/limits/shared-limits.ts';

const WINDOW_MS = 1_000;
/** The longest wait of a key for points that other doors spent at the same time, in seconds. */
const MAX_DEBT_SECONDS = 10;

/** Points that each key may spend in a second. */
export interface Budget {
  /** Takes points. 0 where they were there; else nothing is taken, and it is the ms until there are new ones. */
  take(key: string, points: number): number;
}

/**
 * Gives each key a fixed number of points per second. All keys share one clock, so forgetting the last second is one
 * step. It is written by hand because every request passes here: a limiter with a timer for each address costs as
 * much as reading an order. A cost above a whole second's points is admitted if it comes first in its second. With
 * several doors, each deducts the points spent at the others; points that they spent together beyond the limit are
 * deducted from the next seconds.
 */
export function createBudget(
  pointsPerSecond: number,
  now: () => number = () => performance.now(),
  shared: SharedLimit = aloneAtDoor(''),
): Budget {
  let spent = new Map<string, number>();
  /** The points spent here, kept only to publish them to the other doors. */
  const own = new Map<string, number>();
  /** Keys that other doors reported in this second, or that owed points before it. */
  let elsewhere = new Set<string>();
  const { doors } = shared;
  /** Points up to this are not published: all doors together leave out at most half a second's points. */
  const untold = pointsPerSecond / (2 * doors);
  let endsMs = 0;

  function begin(timeMs: number): void {
    const owing = new Map<string, number>();
    // Seconds without a request also repay points.
    const paid = pointsPerSecond * (1 + Math.floor((timeMs - endsMs) / WINDOW_MS));
    for (const key of elsewhere) {
      const debt = Math.min(MAX_DEBT_SECONDS * pointsPerSecond, (spent.get(key) ?? 0) - paid);
      if (debt > 0) owing.set(key, debt);
    }
    spent = owing;
    own.clear();
    elsewhere = new Set(owing.keys());
    endsMs = timeMs + WINDOW_MS;
  }

  function tell(key: string, points: number): void {
    const before = own.get(key) ?? 0;
    const after = before + points;
    own.set(key, after);
    if (after > untold) shared.tell(key, before > untold ? points : after);
  }

  shared.onTold((key, points) => {
    const timeMs = now();
    if (timeMs >= endsMs) begin(timeMs);
    spent.set(key, (spent.get(key) ?? 0) + points);
    elsewhere.add(key);
  });

  return {
    take(key, points) {
      const timeMs = now();
      if (timeMs >= endsMs) begin(timeMs);
      const before = spent.get(key) ?? 0;
      if (before > 0 && before + points > pointsPerSecond) return Math.max(1, Math.ceil(endsMs - timeMs));
      spent.set(key, before + points);
      if (doors > 1) tell(key, points);
      return 0;
    },
  };
}
