import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { earlyExitInterest, fixedInterest, maturesAt } from '@candor/rules';

const FIRST_AMOUNT = 1_000;

/** Terms by which the interest of an order follows. */
export interface OrderTerms extends LockedTerms {
  /** Decimals of the coin's base unit. */
  readonly scale: number;
  readonly dailyPpm: number;
  readonly exitPpm: number;
}

/** Result of an order that matures; amounts are decimals of the coin. */
export interface OrderOutcome {
  readonly interest: string;
  /** Principal and interest. */
  readonly back: string;
  /** Interest of one day, on average: cut, for a glance. */
  readonly perDay: string;
}

/** Returns the result of an amount, as the ledger reserves it; null where the amount can't be read. */
export function orderOutcome(amount: string, terms: OrderTerms): OrderOutcome | null {
  const { scale, dailyPpm, cycleDays } = terms;
  const principal = parseDecimal(amount, scale);
  if (principal === null) return null;
  const interest = fixedInterest({ principal, dailyPpm, cycleDays });
  return {
    interest: formatDecimalTrimmed(interest, scale),
    back: formatDecimalTrimmed(principal + interest, scale),
    perDay: formatDecimalTrimmed(fixedInterest({ principal, dailyPpm, cycleDays: 1 }), scale),
  };
}

/** Result of leaving before maturity; amounts are decimals of the coin. */
export interface EarlyExit {
  /** Whole days that count. */
  readonly days: number;
  readonly kept: string;
  /** Part of the reserved interest that returns to the pool. */
  readonly lost: string;
  /** Principal and the interest that is kept. */
  readonly back: string;
}

/** Returns the result of leaving after so many whole days; null where the amount can't be read. */
export function earlyExit(amount: string, terms: OrderTerms, days: number): EarlyExit | null {
  const { scale, dailyPpm, cycleDays, exitPpm } = terms;
  const principal = parseDecimal(amount, scale);
  if (principal === null) return null;
  const interest = fixedInterest({ principal, dailyPpm, cycleDays });
  const kept = earlyExitInterest({ principal, dailyPpm, exitPpm, days });
  return {
    days,
    kept: formatDecimalTrimmed(kept, scale),
    lost: formatDecimalTrimmed(interest - kept, scale),
    back: formatDecimalTrimmed(principal + kept, scale),
  };
}

/**
 * Days at which a table shows the cost of leaving: the first that is not locked, each quarter of the cycle, and the last
 * before maturity. None where every day is locked.
 */
export function exitDays(cycleDays: number, lockDays = 0): readonly number[] {
  const quarters = [1, 2, 3].map((quarter) => Math.floor((cycleDays * quarter) / 4));
  const days = [lockDays, ...quarters, cycleDays - 1].filter((day) => day >= lockDays && day < cycleDays);
  return [...new Set(days)];
}

/** True where an order of these terms may be left before it matures. */
export function isRedeemable({ cycleDays, lockDays = 0 }: LockedTerms): boolean {
  return lockDays < cycleDays;
}

/** True where an order that begins now can be renewed at its end: its offer is not to end before. */
export function canRenew(
  { closesTime, cycleDays }: { readonly closesTime: number | null; readonly cycleDays: number },
  nowMs: number,
): boolean {
  return closesTime === null || closesTime > maturesAt(nowMs, cycleDays);
}

/** Days of an order, with those in which it is locked. */
export interface LockedTerms {
  readonly cycleDays: number;
  /** None where a product locks no days. */
  readonly lockDays?: number;
}

/** Bounds of one order of an offer, with what is free of it; amounts are decimals of the coin. */
export interface OrderBounds {
  readonly scale: number;
  readonly minAmount: string;
  readonly maxAmount: string;
  readonly remaining: string;
}

/** Returns the most that an order of an offer can hold now: what is available, the offer's maximum, or what is left of it. */
export function mostTaken(available: string, { scale, maxAmount, remaining }: OrderBounds): string {
  const bounds = [cut(available, scale), cut(maxAmount, scale), cut(remaining, scale)];
  return formatDecimalTrimmed(
    bounds.reduce((least, next) => (next < least ? next : least)),
    scale,
  );
}

/** Bound of an offer that an amount is outside of; null where it fits. */
export function brokenBound(
  amount: string,
  { scale, minAmount, maxAmount, remaining }: OrderBounds,
): 'smallest' | 'most' | 'moreThanRoom' | null {
  const units = parseDecimal(amount, scale);
  if (units === null) return null;
  if (units < cut(minAmount, scale)) return 'smallest';
  if (units > cut(maxAmount, scale)) return 'most';
  return units > cut(remaining, scale) ? 'moreThanRoom' : null;
}

/** Returns the amount that examples begin with: a round one, or the smallest or largest that an offer takes. */
export function firstAmount({ minAmount, maxAmount }: Pick<OrderBounds, 'minAmount' | 'maxAmount'>): string {
  if (Number(minAmount) > FIRST_AMOUNT) return minAmount;
  return Number(maxAmount) < FIRST_AMOUNT ? maxAmount : String(FIRST_AMOUNT);
}

/** Units of a decimal that may have more decimals than the coin; further ones are cut. */
function cut(text: string, scale: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  const kept = fraction.slice(0, scale);
  return parseDecimal(kept === '' ? whole : `${whole}.${kept}`, scale) ?? 0n;
}

/** Returns the passed part of a time between two moments in percent, from 0 to 100. */
export function passedPercent(beganMs: number, endMs: number, nowMs: number): number {
  if (endMs <= beganMs) return 100;
  return Math.min(100, Math.max(0, ((nowMs - beganMs) / (endMs - beganMs)) * 100));
}
