import type { Amount } from '@candor/money';

/** A day of interest: 86,400 seconds, without daylight saving. */
export const INTEREST_DAY_MS = 86_400_000;
/** The highest daily rate that an offer may have, in parts per million of the principal. */
export const MAX_DAILY_PPM = 10_000;
/** The longest cycle that an offer may have, in days. */
export const MAX_CYCLE_DAYS = 1_095;
/** Days by which a daily rate makes a simple yearly one. */
export const YEAR_DAYS = 365;
const PPM = 1_000_000n;

/** Terms by which the interest of one order follows. */
export interface FixedInterestTerms {
  /** Base units. */
  readonly principal: bigint;
  /** Parts per million of the principal, a day. */
  readonly dailyPpm: number;
  readonly cycleDays: number;
}

/**
 * Interest of a whole cycle in base units: reserved at subscription and paid at maturity. It is rounded down once, so that
 * the pool gains less than one unit.
 */
export function fixedInterest({ principal, dailyPpm, cycleDays }: FixedInterestTerms): Amount {
  return ((principal * BigInt(dailyPpm) * BigInt(cycleDays)) / PPM) as Amount;
}

/** Whole days from a beginning to a time, both in ms; never more than the cycle. */
export function wholeDays(beganMs: number, nowMs: number, cycleDays: number): number {
  return Math.max(0, Math.min(cycleDays, Math.floor((nowMs - beganMs) / INTEREST_DAY_MS)));
}

/**
 * Interest that an early exit after so many whole days keeps, in base units: `exitPpm` parts per million of what those
 * days brought, rounded down once, so that the pool gains less than one unit. The rest of the reserve returns to the pool.
 */
export function earlyExitInterest({
  principal,
  dailyPpm,
  exitPpm,
  days,
}: Omit<FixedInterestTerms, 'cycleDays'> & { readonly exitPpm: number; readonly days: number }): Amount {
  return ((principal * BigInt(dailyPpm) * BigInt(days) * BigInt(exitPpm)) / (PPM * PPM)) as Amount;
}

/** The time at which an order matures, in ms. */
export function maturesAt(beganMs: number, cycleDays: number): number {
  return beganMs + cycleDays * INTEREST_DAY_MS;
}

/** The simple yearly rate of a daily one, in parts per million: 365 times it, without interest on interest. */
export function simpleYearlyPpm(dailyPpm: number): number {
  return dailyPpm * YEAR_DAYS;
}
