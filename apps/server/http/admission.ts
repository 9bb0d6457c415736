import { aloneAtDoor, type SharedLimit } from '../shared-limits.ts';

const WINDOW_MS = 1_000;
/** Seconds for which a key waits at most for what other doors let through at the same time. */
const MAX_DEBT_SECONDS = 10;

/** Points that each key may spend in a second. */
export interface Budget {
  /** Takes points. 0 where they were there; else nothing is taken, and it is the ms until there are new ones. */
  take(key: string, points: number): number;
}

/**
 * Gives each key so many points in each second of one clock that all share, so that forgetting the last second is one
 * step. By hand because every request passes here: a limiter with a timer for each address costs as much as reading an
 * order. What costs more than a whole second's points passes as the first of a second. Of several doors each counts
 * what the others took; what they let through together beyond a second's points is taken from the next ones.
 */
export function createBudget(
  pointsPerSecond: number,
  now: () => number = () => performance.now(),
  shared: SharedLimit = aloneAtDoor(''),
): Budget {
  let spent = new Map<string, number>();
  /** The part of it that was spent here; kept only for the others' sake. */
  const own = new Map<string, number>();
  /** Keys that other doors told of in this second or owed before it. */
  let elsewhere = new Set<string>();
  const { doors } = shared;
  /** Up to this nothing is told: what all doors together do not tell is half a second's points at most. */
  const untold = pointsPerSecond / (2 * doors);
  let endsMs = 0;

  function begin(timeMs: number): void {
    const owing = new Map<string, number>();
    // Seconds that passed without a request have paid as well.
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
