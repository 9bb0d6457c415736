import {
  changeLossLimit,
  type LossLimit,
  lossDay,
  lossLimitAt,
  MAX_COOLING_OFF_MS,
  MAX_EXCLUSION_MS,
  NO_LOSS_LIMIT,
  withinLossLimit,
} from '@candor/rules';
import { big, count, type Field, number, optional, record } from '../../codec/fields.ts';
import type { RejectionCode } from '../../events.ts';
import type { SetSecondsLimits } from './commands.ts';

/** State kept of a user: own limits, today's losses, and the open contracts. */
export interface SecondsUser {
  loss: LossLimit;
  coolingOffUntilMs: number;
  selfExcludedUntilMs: number;
  /** The UTC day that `lost` counts. */
  day: number;
  /** Lost that day less what was won, below 0 after winnings. */
  lost: bigint;
  openStakes: bigint;
  /** Maximum payout of the open contracts. */
  openPayouts: bigint;
  /** Ids of the open contracts, oldest first. */
  readonly open: Set<number>;
}

export function newUser(): SecondsUser {
  return {
    loss: NO_LOSS_LIMIT,
    coolingOffUntilMs: 0,
    selfExcludedUntilMs: 0,
    day: 0,
    lost: 0n,
    openStakes: 0n,
    openPayouts: 0n,
    open: new Set(),
  };
}

/** Open contracts are not written: they follow from the contracts. */
export const userField: Field<SecondsUser> = {
  write(writer, user) {
    kept.write(writer, user);
  },
  read: (reader) => ({ ...kept.read(reader), openStakes: 0n, openPayouts: 0n, open: new Set() }),
};

type Kept = Omit<SecondsUser, 'openStakes' | 'openPayouts' | 'open'>;
const kept = record<Kept>({
  loss: record<LossLimit>({ limit: optional(big), pending: optional(big), pendingFromMs: count }),
  coolingOffUntilMs: number,
  selfExcludedUntilMs: number,
  day: count,
  lost: big,
});

export function lostToday(user: SecondsUser, nowMs: number): bigint {
  return user.day === lossDay(nowMs) ? user.lost : 0n;
}

export function addLoss(user: SecondsUser, lost: bigint, nowMs: number): void {
  user.lost = lostToday(user, nowMs) + lost;
  user.day = lossDay(nowMs);
}

/** Returns why the user's own limits reject one more stake; null when they accept it. */
export function limitRefusal(user: SecondsUser, stake: bigint, nowMs: number): RejectionCode | null {
  if (nowMs < user.coolingOffUntilMs || nowMs < user.selfExcludedUntilMs) return 'SECONDS_EXCLUDED';
  const limit = lossLimitAt(user.loss, nowMs);
  if (!withinLossLimit(limit, lostToday(user, nowMs), user.openStakes, stake)) return 'SECONDS_LOSS_LIMIT';
  return null;
}

/** Changes the limits, or returns why not: pauses can be made longer and never shorter. */
export function changeLimits(
  user: SecondsUser,
  command: SetSecondsLimits,
  nowMs: number,
): RejectionCode | null {
  const { dailyLoss, coolingOffUntilMs, selfExcludedUntilMs } = command;
  if (dailyLoss === null && coolingOffUntilMs === null && selfExcludedUntilMs === null)
    return 'INVALID_COMMAND';
  if (dailyLoss !== null && dailyLoss.limit !== null && dailyLoss.limit < 0n) return 'QUANTITY_INVALID';
  const refusal =
    pauseRefusal(user.coolingOffUntilMs, coolingOffUntilMs, nowMs, MAX_COOLING_OFF_MS) ??
    pauseRefusal(user.selfExcludedUntilMs, selfExcludedUntilMs, nowMs, MAX_EXCLUSION_MS);
  if (refusal !== null) return refusal;
  if (dailyLoss !== null) user.loss = changeLossLimit(user.loss, dailyLoss.limit, nowMs);
  if (coolingOffUntilMs !== null) user.coolingOffUntilMs = coolingOffUntilMs;
  if (selfExcludedUntilMs !== null) user.selfExcludedUntilMs = selfExcludedUntilMs;
  return null;
}

function pauseRefusal(
  currentMs: number,
  wantedMs: number | null,
  nowMs: number,
  longestMs: number,
): RejectionCode | null {
  if (wantedMs === null) return null;
  if (!Number.isSafeInteger(wantedMs) || wantedMs <= nowMs || wantedMs > nowMs + longestMs) {
    return 'INVALID_COMMAND';
  }
  return wantedMs < currentMs ? 'SECONDS_LIMIT_SHORTER' : null;
}
