import type { Amount } from '@candor/money';
import {
  afterBorrowing,
  type BorrowTerms,
  chargedInterest,
  isWithinLeverage,
  mostBorrowable,
  splitRepayment,
} from '@candor/rules';
import { assert } from '../../assert.ts';
import type { Outcome, RejectionCode } from '../../events.ts';
import { MARGIN_POOL, MARGIN_RECEIVABLE } from '../../ledger/accounts.ts';
import { postEntry } from '../../ledger/entries.ts';
import { loanDone, refuse } from '../../outcome.ts';
import type { State } from '../../state.ts';
import {
  HOUR_MS,
  type LentAsset,
  type Loan,
  type MarginBooks,
  type RiskTerms,
  type WalletBook,
} from './books.ts';
import type { Borrow, MarginWalletRef, Repay } from './commands.ts';
import type { MarginRepaidEvent } from './events.ts';
import type { Valuation, Valuer } from './valuation.ts';

/** Basis of lending one asset to a wallet. */
export interface Offer {
  readonly asset: LentAsset;
  readonly terms: RiskTerms;
  readonly valuation: Valuation;
  readonly borrowing: BorrowTerms;
  /** The most that may be borrowed now. */
  readonly most: bigint;
  readonly boundBy: RejectionCode;
}

/** Lends out of the pool and takes back: the only writer of debts. */
export class Lending {
  private readonly state: State;
  private readonly books: MarginBooks;
  private readonly valuer: Valuer;

  constructor(state: State, books: MarginBooks, valuer: Valuer) {
    this.state = state;
    this.books = books;
    this.valuer = valuer;
  }

  borrow(userId: number, command: Borrow): Outcome {
    const { amount } = command;
    const book = this.bookOf(userId, command);
    if (typeof book === 'string') return refuse(book);
    const offer = this.offer(book, command.assetId);
    if (typeof offer === 'string') return refuse(offer);
    if (amount <= 0n) return refuse('QUANTITY_INVALID');
    if (amount > offer.most) return refuse(offer.boundBy);
    const loanId = this.lend(book, offer, amount);
    return loanDone(loanId, this.books.owed(book.loans.get(command.assetId)!));
  }

  repay(userId: number, command: Repay): Outcome {
    const book = this.bookOf(userId, command);
    if (typeof book === 'string') return refuse(book);
    const loan = book.loans.get(command.assetId);
    if (loan === undefined) return refuse('MARGIN_NO_DEBT');
    const owed = this.books.owed(loan);
    const units = command.amount === null || command.amount > owed ? owed : command.amount;
    if (units <= 0n) return refuse('QUANTITY_INVALID');
    const { balances } = this.state;
    if (balances.available(balances.find(book.account, loan.assetId)) < units)
      return refuse('INSUFFICIENT_BALANCE');
    this.repayFrom(book, loan, units);
    return loanDone(loan.loanId, owed - units);
  }

  /** The owner pays so much of what is available, at most what is owed. */
  repayFrom(book: WalletBook, loan: Loan, units: bigint): void {
    this.payBack(book, loan, units, 'owner');
    if (book.loans.size === 0) this.calm(book);
  }

  /** The book of a wallet that is offered, or why there is none. It may be an empty one. */
  bookOf(userId: number, { wallet, symbolId }: MarginWalletRef): WalletBook | RejectionCode {
    const { accounts } = this.state;
    const spot = accounts.find(userId);
    if (spot === 0) return 'UNKNOWN_ACCOUNT';
    if (accounts.house[spot] === 1) return 'NOT_PERMITTED';
    if (wallet === 'margin-cross' ? symbolId !== 0 : !this.state.symbolsById.has(symbolId))
      return 'UNKNOWN_SYMBOL';
    if (this.books.termsOf({ wallet, symbolId }) === undefined) return 'MARGIN_NOT_OFFERED';
    return this.books.bookOf(userId, wallet, symbolId);
  }

  /**
   * Returns the amount that may be borrowed now, or why nothing: not offered, its book is halted, no fresh index.
   * Collateral whose only book is halted counts as nothing, since a forced sale could not sell it.
   */
  offer(book: WalletBook, assetId: number): Offer | RejectionCode {
    const { books } = this;
    const terms = books.termsOf(book);
    const asset = books.assets.get(assetId);
    if (terms === undefined || asset === undefined) return 'MARGIN_NOT_OFFERED';
    const price = this.valuer.priceOf(assetId, terms.valueAssetId);
    if (!asset.borrowable || price === undefined || !this.keeps(book, assetId))
      return 'MARGIN_NOT_BORROWABLE';
    if (price.symbol?.state === 'halted') return 'SYMBOL_HALTED';
    const valuation = this.valuer.valueForLoan(book, terms);
    // halted collateral counts for no loan, but the wallet's risk with the loan must be known
    const isKnown = this.valuer.value(book, terms) !== null;
    if (price.priceTicks === null || valuation === null || !isKnown) return 'INDEX_STALE';
    const borrowing: BorrowTerms = {
      price: price.unit,
      haircutPpm: asset.haircutPpm,
      hourlyRatePpb: asset.hourlyRatePpb,
      leverage: books.leverageOf(book, terms),
    };
    const limit = asset.maxBorrow - (book.loans.get(assetId)?.principal ?? 0n);
    const pool = this.poolOf(assetId);
    let most = book.saleId === 0 ? mostBorrowable(valuation.values, borrowing) : 0n;
    let boundBy: RejectionCode = 'MARGIN_RISK_TOO_HIGH';
    if (limit < most) {
      most = limit < 0n ? 0n : limit;
      boundBy = 'MARGIN_BORROW_LIMIT';
    }
    if (pool < most) {
      most = pool;
      boundBy = 'MARGIN_POOL_EMPTY';
    }
    return { asset, terms, valuation, borrowing, most, boundBy };
  }

  poolOf(assetId: number): bigint {
    const { accounts, balances } = this.state;
    return balances.available(balances.find(accounts.find(MARGIN_POOL), assetId));
  }

  /** Posts what fell due of interest; to be called before anything of a loan changes. */
  charge(book: WalletBook, loan: Loan): void {
    const { index } = this.books.assets.get(loan.assetId)!;
    const fromIndex = loan.index;
    if (fromIndex === index) return;
    loan.exact = this.books.exactInterest(loan);
    loan.index = index;
    this.postInterest(book, loan, fromIndex, index, loan.principal);
  }

  /** Pays back so much of a loan, at most what is owed, out of its wallet's balance. */
  payBack(book: WalletBook, loan: Loan, units: bigint, by: 'owner' | 'sale'): void {
    this.charge(book, loan);
    this.settle(book, loan, units, by, book.account);
  }

  /**
   * Takes so much off a loan that was charged. `payer` is the account (slot) whose balance goes to the pool; 0 writes
   * it off at the pool's loss.
   */
  settle(book: WalletBook, loan: Loan, units: bigint, by: MarginRepaidEvent['by'], payer: number): void {
    const { state, books } = this;
    const { interest, principal } = splitRepayment(units, loan.posted - loan.paid, loan.principal);
    const amount = interest + principal;
    const { assetId, loanId } = loan;
    const { accounts } = state;
    const legs = [
      { account: books.debtOf(book), assetId, amount },
      { account: accounts.ensureNamed(MARGIN_RECEIVABLE), assetId, amount: -amount },
    ];
    if (payer !== 0) {
      legs.push({ account: payer, assetId, amount: -amount });
      legs.push({ account: accounts.ensureNamed(MARGIN_POOL), assetId, amount });
    }
    const kind = by === 'insurance' || by === 'pool' ? 'margin-deficit' : 'margin-repay';
    postEntry(state, kind, { tradeId: 0, orderId: loanId }, legs);
    loan.paid += interest;
    loan.principal -= principal;
    assert(loan.principal >= 0n && loan.paid <= loan.posted, 'nobody repays more than is owed');
    const interestLeft = loan.posted - loan.paid;
    if (loan.principal === 0n && interestLeft === 0n) books.removeLoan(book, loan);
    state.tape.note({
      type: 'marginRepaid',
      loanId,
      userId: book.userId,
      wallet: book.name,
      assetId,
      interest: interest as Amount,
      principal: principal as Amount,
      by,
      principalLeft: loan.principal as Amount,
      interestLeft: interestLeft as Amount,
    });
  }

  /** Lends what an offer allows. Returns the loan's id. */
  lend(book: WalletBook, offer: Offer, amount: bigint): number {
    const { state, books } = this;
    const { accounts } = state;
    const { asset, borrowing, terms } = offer;
    const { assetId, hourlyRatePpb } = asset;
    const after = afterBorrowing(offer.valuation.values, amount, borrowing);
    if (!isWithinLeverage(after, borrowing.leverage)) throw new Error('A loan is beyond its own limit');
    if (books.owingCount === 0) books.hour = Math.floor(state.timeMs / HOUR_MS);
    let loan = book.loans.get(assetId);
    const opens = loan === undefined;
    if (loan === undefined) {
      const loanId = ++state.lastOrderId;
      loan = { loanId, assetId, principal: 0n, exact: 0n, index: asset.index, posted: 0n, paid: 0n };
      books.addLoan(book, loan);
    } else {
      this.charge(book, loan);
    }
    postEntry(state, 'margin-borrow', { tradeId: 0, orderId: loan.loanId }, [
      { account: accounts.ensureNamed(MARGIN_POOL), assetId, amount: -amount },
      { account: book.account, assetId, amount },
      { account: books.debtOf(book), assetId, amount: -amount },
      { account: accounts.ensureNamed(MARGIN_RECEIVABLE), assetId, amount },
    ]);
    loan.principal += amount;
    loan.exact += amount * BigInt(hourlyRatePpb);
    const firstHour = this.postInterest(book, loan, null, null, amount);
    const valuation = this.valuer.value(book, terms)!;
    state.tape.note({
      type: 'marginBorrowed',
      opens,
      loanId: loan.loanId,
      userId: book.userId,
      wallet: book.name,
      assetId,
      amount: amount as Amount,
      firstHour: firstHour as Amount,
      hourlyRatePpb,
      principal: loan.principal as Amount,
      risk: valuation.inputs,
    });
    return loan.loanId;
  }

  private postInterest(
    book: WalletBook,
    loan: Loan,
    fromIndex: bigint | null,
    toIndex: bigint | null,
    principal: bigint,
  ): bigint {
    const { state, books } = this;
    const amount = chargedInterest(loan.exact) - loan.posted;
    if (amount === 0n) return 0n;
    const { assetId, loanId } = loan;
    postEntry(state, 'margin-interest', { tradeId: 0, orderId: loanId }, [
      { account: books.debtOf(book), assetId, amount: -amount },
      { account: state.accounts.ensureNamed(MARGIN_RECEIVABLE), assetId, amount },
    ]);
    loan.posted += amount;
    state.tape.note({
      type: 'marginInterest',
      loanId,
      userId: book.userId,
      wallet: book.name,
      assetId,
      amount: amount as Amount,
      principal: principal as Amount,
      fromIndex,
      toIndex,
      owedInterest: (loan.posted - loan.paid) as Amount,
    });
    return amount;
  }

  /** A wallet that owes nothing any more is neither called nor sold. */
  private calm(book: WalletBook): void {
    const { saleId, userId, name: wallet } = book;
    book.called = false;
    if (saleId === 0) return;
    book.saleId = 0;
    this.state.tape.note({
      type: 'marginSold',
      saleId,
      userId,
      wallet,
      cancelled: [],
      orders: [],
      over: true,
      riskPpm: null,
    });
  }

  private keeps({ wallet, symbolId }: WalletBook, assetId: number): boolean {
    if (wallet === 'margin-cross') return true;
    const { baseAssetId, quoteAssetId } = this.state.symbolsById.get(symbolId)!.listed;
    return assetId === baseAssetId || assetId === quoteAssetId;
  }
}
