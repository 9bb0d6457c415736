import { fixedInterest, INTEREST_DAY_MS, MAX_CYCLE_DAYS, MAX_DAILY_PPM } from '@candor/rules';
import type { RejectionCode } from '../events.ts';
import { isCount, isPpm, MAX_SUPPLY } from '../limits.ts';
import type { State } from '../state.ts';
import type { FixedTerms } from './terms.ts';

/** An offer opens or closes within this time from now. */
const MAX_AHEAD_MS = 365 * INTEREST_DAY_MS;

/** True if an operator may name this time for something that is to come. */
export function isNamedTime(state: State, timeMs: number): boolean {
  return Number.isSafeInteger(timeMs) && timeMs >= 0 && timeMs <= state.timeMs + MAX_AHEAD_MS;
}

/** Returns what is wrong with an offer's terms; null if nothing is. Even the smallest order must bring a unit. */
export function termsProblem(state: State, terms: FixedTerms): RejectionCode | null {
  const { assetId, dailyPpm, cycleDays, minAmount, maxAmount, userCapAmount, capAmount, exitPpm } = terms;
  if (!state.assets.has(assetId)) return 'UNKNOWN_ASSET';
  if (!isCount(dailyPpm) || dailyPpm > MAX_DAILY_PPM) return 'INVALID_COMMAND';
  if (!isCount(cycleDays) || cycleDays > MAX_CYCLE_DAYS) return 'INVALID_COMMAND';
  if (!isPpm(exitPpm)) return 'INVALID_COMMAND';
  if (minAmount <= 0n || maxAmount < minAmount) return 'QUANTITY_INVALID';
  if (userCapAmount < maxAmount || capAmount < userCapAmount) return 'QUANTITY_INVALID';
  if (capAmount >= MAX_SUPPLY) return 'AMOUNT_TOO_LARGE';
  if (fixedInterest({ principal: minAmount, dailyPpm, cycleDays }) === 0n) return 'QUANTITY_INVALID';
  if (fixedInterest({ principal: capAmount, dailyPpm, cycleDays }) >= MAX_SUPPLY) return 'AMOUNT_TOO_LARGE';
  return null;
}
