import type { Amount } from '@candor/money';
import { allOf, rowsLeft } from '@candor/rules';
import type { RejectionCode } from '../../rejections.ts';
import type { State } from '../../state.ts';
import type { LoanBooks, PowerLoan } from './books.ts';
import type { PayOutLoan } from './commands.ts';
import type { LoanLending } from './lending.ts';
import type { CreditRecordView, LoanOfferView, LoanPoolView, LoansView, PowerLoanView } from './view.ts';

/** Reads power loans as others may see them. */
export class LoanReader implements LoansView {
  private readonly state: State;
  private readonly books: LoanBooks;
  private readonly lending: LoanLending;

  constructor(state: State, books: LoanBooks, lending: LoanLending) {
    this.state = state;
    this.books = books;
    this.lending = lending;
  }

  offers(): readonly LoanOfferView[] {
    return [...this.books.offers.values()].map((offer) => ({ ...offer }));
  }

  pools(): readonly LoanPoolView[] {
    const { books } = this;
    return [...this.state.assets.keys()]
      .map((assetId) => ({
        assetId,
        free: books.poolFree(assetId) as Amount,
        receivable: books.receivable(assetId) as Amount,
      }))
      .filter(({ free, receivable }) => free > 0n || receivable > 0n);
  }

  loans(userId: number): readonly PowerLoanView[] {
    return this.books.of(userId).map((loan) => this.show(loan));
  }

  credit(userId: number): CreditRecordView {
    return this.books.creditOf(userId);
  }

  owed(userId: number): Amount {
    return this.books.owedBy(userId) as Amount;
  }

  refusal(payout: Omit<PayOutLoan, 'type'>): RejectionCode | null {
    return this.lending.refusal(payout);
  }

  private show(loan: PowerLoan): PowerLoanView {
    const second = Math.floor(this.state.timeMs / 1_000);
    const owed = this.lending.owedAt(loan, second);
    const { loanId, userId, offerId, assetId, amount, terms, beganSecond, overdue } = loan;
    return {
      loanId,
      userId,
      offerId,
      assetId,
      amount: amount as Amount,
      terms,
      beganSecond,
      due: loan.due.map(({ number, dueSecond, interest, principal }, i) => ({
        number,
        dueSecond,
        interest: interest as Amount,
        principal: principal as Amount,
        overdue: owed.due[i]!.overdue as Amount,
      })),
      rows: rowsLeft(loan),
      owed,
      all: allOf(owed) as Amount,
      isOverdue: overdue,
    };
  }
}
