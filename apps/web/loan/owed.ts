import type { LoanDetail, LoanEntryRow, LoanRow } from '@candor/api';
import { type Amount, formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { allOf, dueOf, type LoanOwed, loanInterest, overdueExact, splitLoanPayment } from '@candor/rules';

const SECOND_MS = 1_000;
/** A second's interest at a rate a day, in parts per million, is divided by this. */
const DAY_PPM = 86_400n * 1_000_000n;

/** Second from which interest on what is not due counts. */
export function fromSecondOf(entries: readonly LoanEntryRow[]): number {
  const moved = entries.findLast((entry) => {
    if (entry.kind === 'repaid') return /[1-9]/.test(entry.earlyPrincipal);
    return entry.kind === 'due' || entry.kind === 'paidOut';
  });
  return Math.floor((moved?.time ?? 0) / SECOND_MS);
}

/**
 * Returns all that a loan owes at a moment that follows the answer of the server: what was due then, with overdue interest
 * counted on as if no limit and no downtime held it, and interest to that second. Never less than what is charged.
 */
export function owedAt(
  loan: LoanRow,
  { entries, time }: Pick<LoanDetail, 'entries' | 'time'>,
  atMs: number,
): LoanOwed {
  const units = (decimal: string) => parseDecimal(decimal, loan.scale) ?? (0n as Amount);
  const at = Math.floor(atMs / SECOND_MS);
  const since = Math.max(0, at - Math.floor(time / SECOND_MS));
  const principal = units(loan.notDue);
  return {
    due: loan.due.map((each) => ({
      interest: units(each.interest),
      principal: units(each.principal),
      overdue:
        units(each.overdueInterest) +
        ceilDiv(overdueExact(units(each.principal), loan.overduePpm, since), DAY_PPM),
    })),
    earlyInterest: loanInterest(principal, loan.dailyPpm, Math.max(0, at - fromSecondOf(entries))),
    principal,
  };
}

/** Parts of a payment; amounts are decimals of the coin. */
export interface Parts {
  readonly due: string;
  readonly overdue: string;
  readonly earlyInterest: string;
  readonly principal: string;
  /** Owed still, afterwards. */
  readonly left: string;
  /** True where it reaches interest that runs, but no principal: such a payment is refused. */
  readonly isTooSmall: boolean;
}

/** Returns the division of a payment, by the published order. */
export function partsOf(amount: bigint, owed: LoanOwed, scale: number): Parts {
  const split = splitLoanPayment(amount, owed);
  const text = (units: bigint) => formatDecimalTrimmed(units, scale);
  const paid = split.due.reduce((all, { interest, principal }) => all + interest + principal, 0n);
  const overdue = split.due.reduce((all, each) => all + each.overdue, 0n);
  return {
    due: text(paid),
    overdue: text(overdue),
    earlyInterest: text(split.earlyInterest),
    principal: text(split.principal),
    left: text(allOf(owed) - (amount - split.rest)),
    isTooSmall: split.earlyInterest > 0n && split.principal === 0n,
  };
}

/** Price of repaying all, and the sum of what is due. */
export function pricesOf(owed: LoanOwed, scale: number): { readonly all: string; readonly due: string } {
  return {
    all: formatDecimalTrimmed(allOf(owed), scale),
    due: formatDecimalTrimmed(dueOf(owed), scale),
  };
}

const ceilDiv = (over: bigint, under: bigint): bigint => (over + under - 1n) / under;
