import type { CreditCause, CreditChangedEvent } from '@candor/kernel';
import type { ReplayedDue, ReplayedPayment } from '@candor/proofs';
import {
  CREDIT_LATE_SECONDS,
  CREDIT_MEMORY_SECONDS,
  CREDIT_WEEK_SECONDS,
  type LoanTerms,
  loanDueSecond,
} from '@candor/rules';

type Report = (what: string) => void;
type Record = Pick<CreditChangedEvent, 'onTime' | 'late' | 'later' | 'isOverdue'>;

const GRADES: readonly CreditCause[] = ['onTime', 'late', 'later'];

interface Graded {
  readonly second: number;
  readonly grade: number;
}

/** A loan, as far as it concerns the credit record. */
interface Borrowed {
  readonly userId: number;
  readonly terms: LoanTerms;
  readonly beganSecond: number;
  /** Number of the instalment that falls due next. */
  next: number;
  isOpen: boolean;
  isOverdue: boolean;
}

/** A payment of a loan, with what was due before it. */
export interface RecordedPayment {
  readonly loanId: number;
  readonly atSecond: number;
  readonly due: readonly ReplayedDue[];
  readonly payment: ReplayedPayment;
  /** Seconds that an instalment was overdue at the payment, downtime apart. */
  readonly lateSeconds: (due: ReplayedDue) => number;
}

/**
 * Counts again what credit scores follow from: paid instalments that were open for a week, one a week and the worst of
 * it, of the last 24 months; and if a loan is overdue.
 */
export class CreditRecords {
  private readonly loans = new Map<number, Borrowed>();
  private readonly byUser = new Map<number, Set<Borrowed>>();
  private readonly graded = new Map<number, Graded[]>();
  /** Changes that the payments of a command make and that no event told yet. */
  private waiting: { readonly loanId: number; readonly cause: CreditCause }[] = [];

  /** Record of a user at a time. */
  of(userId: number, timeMs: number): Record {
    const oldest = Math.floor(timeMs / 1_000) - CREDIT_MEMORY_SECONDS;
    const counts = [0, 0, 0];
    for (const { second, grade } of this.graded.get(userId) ?? []) if (second > oldest) counts[grade]! += 1;
    const [onTime, late, later] = counts as [number, number, number];
    const isOverdue = [...(this.byUser.get(userId) ?? [])].some((loan) => loan.isOpen && loan.isOverdue);
    return { onTime, late, later, isOverdue };
  }

  begin(loanId: number, { userId, terms, beganSecond }: Pick<Borrowed, 'userId' | 'terms' | 'beganSecond'>) {
    const loan = { userId, terms, beganSecond, next: 1, isOpen: true, isOverdue: false };
    this.loans.set(loanId, loan);
    this.byUser.set(userId, (this.byUser.get(userId) ?? new Set()).add(loan));
  }

  fellDue(loanId: number): void {
    const loan = this.loans.get(loanId);
    if (loan !== undefined) loan.next += 1;
  }

  /** Grades what a payment paid whole. */
  paid({ loanId, atSecond, due, payment, lateSeconds }: RecordedPayment): void {
    const loan = this.loans.get(loanId);
    if (loan === undefined) return;
    for (const each of due) {
      const part = payment.paid.find(({ number }) => number === each.number);
      const unpaid = each.interest + each.principal;
      if (part === undefined || unpaid === 0n || part.interest + part.principal < unpaid) continue;
      const late = lateSeconds(each);
      this.grade(loanId, each.number, atSecond, late === 0 ? 0 : late <= CREDIT_LATE_SECONDS ? 1 : 2);
    }
    if (payment.earlyPrincipal > 0n && payment.principalLeft === 0n)
      this.grade(loanId, loan.next, atSecond, 0);
    if (payment.settled) loan.isOpen = false;
  }

  private grade(loanId: number, number: number, second: number, grade: number): void {
    const { userId, terms, beganSecond } = this.loans.get(loanId)!;
    const openSecond = number === 1 ? beganSecond : loanDueSecond(terms, beganSecond, number - 1);
    if (second - openSecond < CREDIT_WEEK_SECONDS) return;
    const graded = (this.graded.get(userId) ?? []).filter(
      (each) => each.second > second - CREDIT_MEMORY_SECONDS,
    );
    const last = graded.at(-1);
    if (last !== undefined && second - last.second < CREDIT_WEEK_SECONDS) {
      if (grade <= last.grade) return;
      graded[graded.length - 1] = { second: last.second, grade };
    } else graded.push({ second, grade });
    this.graded.set(userId, graded);
    this.waiting.push({ loanId, cause: GRADES[grade]! });
  }

  /** Compares an entry of a credit record. `isLate`: something of the loan is due and unpaid. */
  changed(event: CreditChangedEvent, isLate: boolean, timeMs: number, report: Report): void {
    const { loanId, userId, cause } = event;
    const loan = this.loans.get(loanId);
    if (loan === undefined || loan.userId !== userId) {
      report(`An entry of a credit record is of loan ${loanId}, which its user never had.`);
      return;
    }
    if (cause === 'overdue' || cause === 'overdueEnded') {
      const becomes = cause === 'overdue';
      if (loan.isOverdue === becomes || isLate !== becomes)
        report(`Loan ${loanId} is told as ${cause}, which it is not.`);
      loan.isOverdue = becomes;
    } else if (this.waiting.shift()?.cause !== cause)
      report(`Loan ${loanId} has an entry ${cause} in the credit record that no payment made.`);
    // where one payment pays several instalments, only the record after the last of them can be counted here
    if (this.waiting.some((each) => each.loanId === loanId)) return;
    const record = this.of(userId, timeMs);
    for (const name of ['onTime', 'late', 'later', 'isOverdue'] as const)
      if (event[name] !== record[name])
        report(`The credit record after loan ${loanId} says ${name} ${event[name]}; it is ${record[name]}.`);
  }

  /** Reports what the events of a command left out of the record. */
  ended(loanId: number, isLate: boolean, report: Report): void {
    for (const { loanId: left, cause } of this.waiting)
      report(`A payment of loan ${left} made no entry ${cause} in the credit record.`);
    this.waiting = [];
    const loan = this.loans.get(loanId);
    if (loan === undefined) return;
    if (loan.isOverdue !== isLate)
      report(`Loan ${loanId} is ${isLate ? '' : 'not '}overdue, which its credit record does not say.`);
    if (loan.isOpen) return;
    this.loans.delete(loanId);
    this.byUser.get(loan.userId)?.delete(loan);
  }
}
