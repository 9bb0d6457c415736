const DAY_MS = 86_400_000;

/** Raising a loss limit, or taking it away, counts only after this long. */
export const LIMIT_RAISE_DELAY_MS = DAY_MS;
export const MAX_COOLING_OFF_MS = 42 * DAY_MS;
export const MAX_EXCLUSION_MS = 3_650 * DAY_MS;

/** A user's daily loss limit: null is none. What is pending counts from `pendingFromMs` on (0: nothing is pending). */
export interface LossLimit {
  readonly limit: bigint | null;
  readonly pending: bigint | null;
  readonly pendingFromMs: number;
}

export const NO_LOSS_LIMIT: LossLimit = { limit: null, pending: null, pendingFromMs: 0 };

export function lossLimitAt(limit: LossLimit, nowMs: number): bigint | null {
  return limit.pendingFromMs !== 0 && limit.pendingFromMs <= nowMs ? limit.pending : limit.limit;
}

/** Lowering counts at once and takes a pending raise back; raising counts a day later. */
export function changeLossLimit(limit: LossLimit, wanted: bigint | null, nowMs: number): LossLimit {
  const current = lossLimitAt(limit, nowMs);
  const lowers = wanted !== null && (current === null || wanted <= current);
  if (lowers || wanted === current) return { limit: wanted, pending: null, pendingFromMs: 0 };
  return { limit: current, pending: wanted, pendingFromMs: nowMs + LIMIT_RAISE_DELAY_MS };
}

/** The UTC day of a time: daily losses are counted by it. */
export function lossDay(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS);
}

/**
 * True when one more stake keeps within the limit even if it and all open ones are lost. `lostToday` is the loss
 * since midnight UTC less the winnings, below 0 after winnings.
 */
export function withinLossLimit(
  limit: bigint | null,
  lostToday: bigint,
  openStakes: bigint,
  stake: bigint,
): boolean {
  return limit === null || lostToday + openStakes + stake <= limit;
}
