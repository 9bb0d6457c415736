/**
 * Returns true once `ms` have passed since a time of the machine's clock, and where that time lies ahead: the clock was set back
 * since, and what waited for it would wait until the clock is there again.
 */
export const hasPassed = (sinceMs: number, ms: number, nowMs: number): boolean =>
  nowMs - sinceMs >= ms || nowMs < sinceMs;
