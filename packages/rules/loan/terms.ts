import type { Amount } from '@candor/money';
import { addMonths } from './calendar.ts';

/**
 * Repayment of a loan: all at its end, interest each period and the principal at its end, or equal instalments of
 * interest and principal.
 */
export const LOAN_METHODS = ['maturity', 'interestFirst', 'equal'] as const;
export type LoanMethod = (typeof LOAN_METHODS)[number];

/** Unit of the period between two due dates. */
export const LOAN_CYCLES = ['day', 'month'] as const;
export type LoanCycle = (typeof LOAN_CYCLES)[number];

/** Terms of a loan, as they are published and accepted. They never change once a loan was paid out under them. */
export interface LoanTerms {
  readonly method: LoanMethod;
  readonly cycle: LoanCycle;
  /** Days or months between two due dates. */
  readonly cycleCount: number;
  /** Number of due dates; 1 for `maturity`. */
  readonly instalments: number;
  /** Interest a day of 86,400 seconds, in parts per million of what is not due yet. */
  readonly dailyPpm: number;
  /** Interest a day on an instalment's principal that is due and unpaid: instead of `dailyPpm`, not on top of it. */
  readonly overduePpm: number;
  /** Limit of all overdue interest of an instalment, in parts per million of its principal. */
  readonly overdueCapPpm: number;
}

export const DAY_SECONDS = 86_400;
/** Bounds of terms: a longer or dearer loan is a typing error. */
export const MAX_LOAN_INSTALMENTS = 60;
export const MAX_LOAN_DAYS = 1_830;
export const MAX_LOAN_DAILY_PPM = 3_000;
export const MAX_OVERDUE_CAP_PPM = 500_000;
const MAX_MONTHS = 60;

/** True where the terms are within their bounds. */
export function areLoanTerms(terms: LoanTerms): boolean {
  const { method, cycle, cycleCount, instalments, dailyPpm, overduePpm, overdueCapPpm } = terms;
  if (!LOAN_METHODS.includes(method) || !LOAN_CYCLES.includes(cycle)) return false;
  if (!isWithin(instalments, 1, method === 'maturity' ? 1 : MAX_LOAN_INSTALMENTS)) return false;
  if (!isWithin(cycleCount, 1, MAX_LOAN_DAYS)) return false;
  if (cycleCount * instalments > (cycle === 'day' ? MAX_LOAN_DAYS : MAX_MONTHS)) return false;
  if (!isWithin(dailyPpm, 1, MAX_LOAN_DAILY_PPM)) return false;
  return isWithin(overduePpm, 0, MAX_LOAN_DAILY_PPM) && isWithin(overdueCapPpm, 0, MAX_OVERDUE_CAP_PPM);
}

/**
 * Returns the second at which an instalment, counted from 1, falls due. Months keep the day of the month and the time
 * of day of the first second, and end with the month where it is shorter: 31 January, 29 February, 31 March.
 */
export function loanDueSecond(
  { cycle, cycleCount }: Pick<LoanTerms, 'cycle' | 'cycleCount'>,
  beganSecond: number,
  number: number,
): number {
  if (cycle === 'day') return beganSecond + number * cycleCount * DAY_SECONDS;
  return addMonths(beganSecond, number * cycleCount);
}

function isWithin(value: number, lowest: number, highest: number): boolean {
  return Number.isSafeInteger(value) && value >= lowest && value <= highest;
}

/** An amount and the instalment that it belongs to. */
export interface LoanRow {
  /** From 1 on. */
  readonly number: number;
  /** Second since 1970 at which it falls due. */
  readonly dueSecond: number;
  readonly interest: Amount;
  readonly principal: Amount;
}
