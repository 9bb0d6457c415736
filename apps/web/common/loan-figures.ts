import type { LoanProductRow } from '@candor/api';
import { type Amount, formatDecimalTrimmed, parseDecimal } from '@candor/money';
import {
  DAY_SECONDS,
  type LoanCycle,
  type LoanMethod,
  type LoanRow,
  type LoanTerms,
  loanInterest,
  loanSchedule,
  loanTotalAtMost,
  overdueCap,
} from '@candor/rules';

const SECOND_MS = 1_000;
/** Amount that examples begin with, where a product lends it. */
const FIRST_AMOUNT = 200;

/** The terms of a loan as calls write them. */
export interface TermsRow {
  readonly scale: number;
  readonly repayType: LoanMethod;
  readonly cycle: LoanCycle;
  readonly cycleCount: number;
  readonly instalments: number;
  readonly dailyPpm: number;
  readonly overduePpm: number;
  readonly overdueCapPpm: number;
}

/** Returns the terms in the words of the rules. */
export function termsOf(row: TermsRow): LoanTerms {
  const { repayType: method, cycle, cycleCount, instalments, dailyPpm, overduePpm, overdueCapPpm } = row;
  return { method, cycle, cycleCount, instalments, dailyPpm, overduePpm, overdueCapPpm };
}

/** One due date of a plan; amounts are decimals of the coin. */
export interface PlanRow {
  readonly number: number;
  readonly dueMs: number;
  readonly interest: string;
  readonly principal: string;
  readonly payment: string;
  /** Principal that is not due yet after it. */
  readonly left: string;
  /** Parts of the largest payment in percent, for drawing. */
  readonly interestPercent: number;
  readonly principalPercent: number;
}

/** A loan before it is taken: each date and amount, to the last unit. */
export interface Plan {
  readonly rows: readonly PlanRow[];
  readonly interest: string;
  /** Principal and interest. */
  readonly total: string;
  /** The most of it, whichever day of the next week it is paid out on. */
  readonly totalAtMost: string;
  readonly endMs: number;
  /** Overdue interest at most, where no instalment is ever paid. */
  readonly worstOverdue: string;
  readonly worstTotal: string;
}

/** Returns the plan of an amount that is paid out at a moment; null where it can't be read or the terms can't repay it. */
export function loanPlan(amount: string, row: TermsRow, beganMs: number): Plan | null {
  const { scale } = row;
  const principal = parseDecimal(amount, scale);
  if (principal === null) return null;
  const terms = termsOf(row);
  const began = Math.floor(beganMs / SECOND_MS);
  const schedule = loanSchedule(terms, principal, began);
  const most = loanTotalAtMost(terms, principal, began);
  if (schedule === null || most === null) return null;
  const text = (units: bigint) => formatDecimalTrimmed(units, scale);
  const interest = sum(schedule.rows.map((each) => each.interest));
  const worst = sum(schedule.rows.map((each) => overdueCap(each.principal, terms.overdueCapPpm)));
  const largest = schedule.rows.reduce((most, each) => (paymentOf(each) > most ? paymentOf(each) : most), 1n);
  let left: bigint = principal;
  const rows = schedule.rows.map((each) => {
    left -= each.principal;
    return {
      number: each.number,
      dueMs: each.dueSecond * SECOND_MS,
      interest: text(each.interest),
      principal: text(each.principal),
      payment: text(paymentOf(each)),
      left: text(left),
      interestPercent: percentOf(each.interest, largest),
      principalPercent: percentOf(each.principal, largest),
    };
  });
  return {
    rows,
    interest: text(interest),
    total: text(principal + interest),
    totalAtMost: text(most),
    endMs: rows.at(-1)!.dueMs,
    worstOverdue: text(worst),
    worstTotal: text(most + worst),
  };
}

/** Price of ending a loan early, all instalments before paid on time; amounts are decimals of the coin. */
export interface EarlyEnd {
  readonly days: number;
  readonly atMs: number;
  /** Price of repaying the rest at that moment. */
  readonly price: string;
  /** All interest of the loan, if it ends then. */
  readonly interest: string;
  /** Interest that is never owed. */
  readonly saved: string;
}

/** Returns the price of repaying all after so many days; null where the amount can't be read. */
export function earlyEnd(amount: string, row: TermsRow, beganMs: number, days: number): EarlyEnd | null {
  const { scale, dailyPpm } = row;
  const principal = parseDecimal(amount, scale);
  const began = Math.floor(beganMs / SECOND_MS);
  const schedule = principal === null ? null : loanSchedule(termsOf(row), principal, began);
  if (principal === null || schedule === null) return null;
  const at = began + days * DAY_SECONDS;
  const passed = schedule.rows.filter(({ dueSecond }) => dueSecond <= at);
  const left = principal - sum(passed.map((each) => each.principal));
  const paid = sum(passed.map((each) => each.interest));
  const running = loanInterest(left, dailyPpm, at - (passed.at(-1)?.dueSecond ?? began));
  const whole = sum(schedule.rows.map((each) => each.interest));
  const text = (units: bigint) => formatDecimalTrimmed(units, scale);
  return {
    days,
    atMs: at * SECOND_MS,
    price: text(left + running),
    interest: text(paid + running),
    saved: text(whole - paid - running),
  };
}

/** Days after which a table shows the price of ending early: the first, and each quarter of the term. */
export function earlyDays(beganMs: number, endMs: number): readonly number[] {
  const days = Math.round((endMs - beganMs) / (DAY_SECONDS * SECOND_MS));
  return [...new Set([1, 2, 3, 4].map((quarter) => Math.floor((days * (quarter - 1)) / 4)))];
}

type Bounds = Pick<LoanProductRow, 'minAmount' | 'maxAmount'>;

/** Returns the amount that examples begin with: a round one, or the smallest or largest that a product lends. */
export function firstLoan({ minAmount, maxAmount }: Bounds): string {
  if (Number(minAmount) > FIRST_AMOUNT) return minAmount;
  return Number(maxAmount) < FIRST_AMOUNT ? maxAmount : String(FIRST_AMOUNT);
}

/** Returns the most that can be asked for: the product's maximum, or what is left of the limit. */
export function mostBorrowed(available: string, { maxAmount, scale }: Bounds & { scale: number }): string {
  const [limit, most] = [parseDecimal(available, scale) ?? 0n, parseDecimal(maxAmount, scale) ?? 0n];
  return formatDecimalTrimmed(limit < most ? limit : most, scale);
}

/** Bound that an amount is outside of; null where it fits. */
export function brokenLoanBound(
  amount: string,
  available: string | null,
  { minAmount, maxAmount, scale }: Bounds & { scale: number },
): 'smallest' | 'most' | 'aboveLimit' | null {
  const units = parseDecimal(amount, scale);
  if (units === null) return null;
  if (units < (parseDecimal(minAmount, scale) ?? 0n)) return 'smallest';
  if (units > (parseDecimal(maxAmount, scale) ?? 0n)) return 'most';
  return available !== null && units > (parseDecimal(available, scale) ?? 0n) ? 'aboveLimit' : null;
}

const paymentOf = ({ interest, principal }: LoanRow): bigint => interest + principal;

const sum = (amounts: readonly bigint[]): Amount =>
  amounts.reduce((all, amount) => all + amount, 0n) as Amount;

const percentOf = (part: bigint, whole: bigint): number => Number((part * 10_000n) / whole) / 100;
