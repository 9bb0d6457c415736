import {
  CREDIT_LATE_SECONDS,
  CREDIT_MEMORY_SECONDS,
  CREDIT_WEEK_SECONDS,
  loanDueSecond,
} from '@candor/rules';
import type { State } from '../../state.ts';
import type { CreditEntry, Instalment, LoanBooks, PowerLoan } from './books.ts';
import type { CreditCause } from './events.ts';

const GRADES: readonly CreditCause[] = ['onTime', 'late', 'later'];

/**
 * Keeps the records behind credit scores: paid instalments that were open for a week, one a week and the worst of it.
 * Deposits, payments of other kinds and balances never reach it.
 */
export class CreditRecord {
  private readonly state: State;
  private readonly books: LoanBooks;

  constructor(state: State, books: LoanBooks) {
    this.state = state;
    this.books = books;
  }

  /** An instalment could not be collected at its due second. */
  overdue(loan: PowerLoan): void {
    this.note(loan, loan.next - 1, 'overdue');
  }

  /** All that was due of a loan is paid. */
  cleared(loan: PowerLoan): void {
    this.note(loan, loan.next - 1, 'overdueEnded');
  }

  /** An instalment was paid as a whole, so many seconds after its due second. */
  paid(loan: PowerLoan, { number, openSecond }: Instalment, second: number, lateSeconds: number): void {
    const grade = lateSeconds === 0 ? 0 : lateSeconds <= CREDIT_LATE_SECONDS ? 1 : 2;
    this.count(loan, number, openSecond, second, grade);
  }

  /** All that was not due was repaid: the instalment that was open counts as paid on time. */
  paidEarly(loan: PowerLoan, second: number): void {
    const { terms, beganSecond, next } = loan;
    const openSecond = next === 1 ? beganSecond : loanDueSecond(terms, beganSecond, next - 1);
    this.count(loan, next, openSecond, second, 0);
  }

  private count(loan: PowerLoan, number: number, openSecond: number, second: number, grade: number): void {
    if (second - openSecond < CREDIT_WEEK_SECONDS) return;
    const { credit } = this.books;
    const entries = (credit.get(loan.userId) ?? []).filter(
      (entry) => entry.second > second - CREDIT_MEMORY_SECONDS,
    );
    const last: CreditEntry | undefined = entries.at(-1);
    if (last !== undefined && second - last.second < CREDIT_WEEK_SECONDS) {
      if (grade <= last.grade) return;
      entries[entries.length - 1] = { second: last.second, grade };
    } else {
      entries.push({ second, grade });
    }
    credit.set(loan.userId, entries);
    this.note(loan, number, GRADES[grade]!);
  }

  private note({ loanId, userId, assetId }: PowerLoan, number: number, cause: CreditCause): void {
    const record = this.books.creditOf(userId);
    this.state.tape.note({ type: 'creditChanged', loanId, userId, assetId, number, cause, ...record });
  }
}
