const WINDOW_MS = 1_000;

/** Points that each key may spend in a second. */
export interface Budget {
  /** Takes points. 0 where they were there; else nothing is taken, and it is the ms until there are new ones. */
  take(key: string, points: number): number;
}

/**
 * Gives each key so many points in each second of one clock that all share, so that forgetting the last second is one
 * step. By hand because every request passes here: a limiter with a timer for each address costs as much as reading an
 * order. What costs more than a whole second's points passes as the first of a second.
 */
export function createBudget(pointsPerSecond: number, now: () => number = () => performance.now()): Budget {
  const spent = new Map<string, number>();
  let endsMs = 0;
  return {
    take(key, points) {
      const timeMs = now();
      if (timeMs >= endsMs) {
        spent.clear();
        endsMs = timeMs + WINDOW_MS;
      }
      const before = spent.get(key) ?? 0;
      if (before > 0 && before + points > pointsPerSecond) return Math.max(1, Math.ceil(endsMs - timeMs));
      spent.set(key, before + points);
      return 0;
    },
  };
}
