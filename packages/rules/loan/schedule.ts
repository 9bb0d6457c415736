import type { Amount } from '@candor/money';
import { DAY_SECONDS, type LoanRow, type LoanTerms, loanDueSecond } from './terms.ts';

/** A rate of a period as an exact fraction. */
export interface LoanRate {
  readonly over: bigint;
  readonly under: bigint;
}

/** A rate in parts per million a day is divided by this for one second. */
const SECOND_UNDER = BigInt(DAY_SECONDS) * 1_000_000n;

/** Rate of so many seconds at a daily one. */
export function rateOf(dailyPpm: number, seconds: number): LoanRate {
  return { over: BigInt(dailyPpm) * BigInt(seconds), under: SECOND_UNDER };
}

/** Simple interest of a period, rounded up by less than one base unit for the pool. */
export function loanInterest(principal: bigint, dailyPpm: number, seconds: number): Amount {
  const { over, under } = rateOf(dailyPpm, seconds);
  return ceilDiv(principal * over, under) as Amount;
}

/**
 * The equal payment that repays a principal over periods of these rates, as an exact fraction of base units:
 * P / Σₖ Πⱼ≤ₖ 1/(1+rⱼ). Interest is simple within a period and starts again on what is left in the next.
 */
export function annuity(principal: bigint, rates: readonly LoanRate[]): LoanRate {
  // Σₖ Πⱼ≤ₖ uⱼ/(uⱼ+oⱼ) over one denominator: from the last period back, (1 + rest) × u/(u+o)
  let over = 0n;
  let under = 1n;
  for (const rate of [...rates].reverse()) {
    over = (over + under) * rate.under;
    under *= rate.under + rate.over;
  }
  return { over: principal * under, under: over };
}

/** A running loan, as far as what falls due later follows from it. */
export interface NotDue {
  readonly terms: LoanTerms;
  readonly beganSecond: number;
  /** Interest is paid or due up to this second. */
  readonly fromSecond: number;
  /** Number of the next instalment. */
  readonly next: number;
  /** Principal that is not due yet. */
  readonly principal: bigint;
  /** Equal payment of each instalment but the last; 0 for other methods. */
  readonly payment: bigint;
}

/**
 * Returns the equal payment of what is not due yet, rounded up, so that the last instalment is the smaller one; 0 for
 * other methods. A prepayment keeps the dates and makes this less.
 */
export function equalPayment(loan: Omit<NotDue, 'payment'>): bigint {
  const { terms, beganSecond, fromSecond, next, principal } = loan;
  if (terms.method !== 'equal') return 0n;
  const rates: LoanRate[] = [];
  let from = fromSecond;
  for (let number = next; number <= terms.instalments; number++) {
    const due = loanDueSecond(terms, beganSecond, number);
    rates.push(rateOf(terms.dailyPpm, due - from));
    from = due;
  }
  const { over, under } = annuity(principal, rates);
  return ceilDiv(over, under);
}

/** Returns the next instalment of a loan that has one. */
export function nextRow({ terms, beganSecond, fromSecond, next, principal, payment }: NotDue): LoanRow {
  const dueSecond = loanDueSecond(terms, beganSecond, next);
  const interest = loanInterest(principal, terms.dailyPpm, dueSecond - fromSecond);
  let repaid = 0n;
  if (next === terms.instalments) repaid = principal;
  else if (payment > interest) repaid = payment - interest < principal ? payment - interest : principal;
  return { number: next, dueSecond, interest, principal: repaid as Amount };
}

/** Returns all instalments that fall due later, in their order. Those of a loan that ends before are left out. */
export function rowsLeft(loan: NotDue): LoanRow[] {
  const rows: LoanRow[] = [];
  let { next, principal, fromSecond } = loan;
  while (next <= loan.terms.instalments && principal > 0n) {
    const row = nextRow({ ...loan, next, principal, fromSecond });
    rows.push(row);
    next += 1;
    principal -= row.principal;
    fromSecond = row.dueSecond;
  }
  return rows;
}

/** A schedule with the payment that it goes by. */
export interface LoanSchedule {
  readonly payment: bigint;
  readonly rows: readonly LoanRow[];
}

/**
 * Returns the schedule of a loan that is paid out at a second. Null where the terms cannot repay it: an equal instalment
 * that would be interest alone, or a principal that is gone before the last one.
 */
export function loanSchedule(terms: LoanTerms, principal: bigint, beganSecond: number): LoanSchedule | null {
  if (principal <= 0n) return null;
  const whole = { terms, beganSecond, fromSecond: beganSecond, next: 1, principal };
  const payment = equalPayment(whole);
  const rows = rowsLeft({ ...whole, payment });
  if (rows.length !== terms.instalments) return null;
  if (terms.method === 'equal' && rows.some((row) => row.principal === 0n)) return null;
  return { payment, rows };
}

function ceilDiv(over: bigint, under: bigint): bigint {
  return (over + under - 1n) / under;
}
