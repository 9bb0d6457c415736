import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import type { DueSlice } from '../../due/due-slice.ts';
import { type CommandHandlers, type Product, type ProductContext, productRoom } from '../../product.ts';
import type { State } from '../../state.ts';
import { auditLoans } from './audit.ts';
import { LoanBooks } from './books.ts';
import { loanCodecs } from './codec.ts';
import type { LoanCommand } from './commands.ts';
import { CreditRecord } from './credit-record.ts';
import { LoanLending } from './lending.ts';
import { LoanReader } from './loan-reader.ts';
import { closeLoanOffer, fundLoanPool, offerLoan } from './operator.ts';
import { readLoans, writeLoans } from './section.ts';
import type { LoansView } from './view.ts';

/**
 * Power loans: paid out of a funded pool to whom operators approved, as a whole and with no fee, within the limit of a
 * published credit score. Instalments fall due at their second and are collected from what is free in the spot wallet;
 * what is not paid bears overdue interest up to a limit, downtime left out.
 */
class LoanProduct implements Product {
  readonly name = 'loan';
  readonly handlers: CommandHandlers<LoanCommand>;
  readonly view: LoansView;
  private readonly state: State;
  private readonly books: LoanBooks;
  private readonly lending: LoanLending;

  constructor({ state, products }: ProductContext) {
    const books = new LoanBooks(state);
    const lending = new LoanLending(state, books, new CreditRecord(state, books), products);
    this.state = state;
    this.books = books;
    this.lending = lending;
    this.view = new LoanReader(state, books, lending);
    state.openElsewhere.push((id) => books.loans.has(id));
    this.handlers = {
      offerLoan: { perform: (_, command) => offerLoan(state, books, command) },
      closeLoanOffer: { perform: (_, command) => closeLoanOffer(state, books, command) },
      fundLoanPool: { perform: (_, command) => fundLoanPool(state, command) },
      payOutLoan: { perform: (_, command) => lending.payOut(command) },
      repayLoan: { perform: (userId, command) => lending.repay(userId, command) },
    };
  }

  nextDueMs(): number {
    return this.books.queue.nextMs();
  }

  onTime(nowMs: number, _previousMs: number, slice: DueSlice): void {
    const { books, lending } = this;
    while (books.queue.nextMs() <= nowMs && slice.take()) {
      lending.turn(books.loans.get(books.queue.take(nowMs)!.id)!);
    }
  }

  onTimeOf(userId: number, nowMs: number): void {
    const { books, lending } = this;
    for (
      let item = books.queue.takeOf(userId, nowMs);
      item !== undefined;
      item = books.queue.takeOf(userId, nowMs)
    )
      lending.turn(books.loans.get(item.id)!);
  }

  audit(): void {
    auditLoans(this.state, this.books);
  }

  write(writer: ByteWriter): void {
    writeLoans(writer, this.books);
  }

  read(reader: ByteReader): void {
    readLoans(reader, this.books);
  }
}

/** Power loans, as the list of products names them. */
export const loan = productRoom('loan', loanCodecs, (context) => new LoanProduct(context));
