import { chargedInterest, exactInterest } from '@candor/rules';
import { assert } from '../../assert.ts';
import { debtAccount, type WalletName, walletAccount, walletName } from '../../ledger/wallets.ts';
import type { State } from '../../state.ts';
import type { MarginWallet, SetMarginAsset, SetMarginTerms } from './commands.ts';

export const HOUR_MS = 3_600_000;

/** An asset that is lent, and the sum of its hourly rates so far, in parts per thousand million. */
export interface LentAsset extends Omit<SetMarginAsset, 'type'> {
  index: bigint;
}

export type RiskTerms = Omit<SetMarginTerms, 'type'>;

/**
 * Debt of a wallet in one asset. Interest is kept exactly, in thousand-millionths of a base unit, and charged in
 * whole units rounded up once over the loan's life: however often it is looked at, it comes to the same.
 */
export interface Loan {
  readonly loanId: number;
  readonly assetId: number;
  principal: bigint;
  /** All interest of the loan's life up to `index`, exactly. */
  exact: bigint;
  index: bigint;
  /** Interest posted to the debt account, and interest paid back, in base units. */
  posted: bigint;
  paid: bigint;
}

/** A margin wallet that was used. Accounts are slots of the ledger. */
export interface WalletBook {
  readonly account: number;
  readonly userId: number;
  readonly name: WalletName;
  readonly wallet: MarginWallet;
  /** 0 for the cross wallet. */
  readonly symbolId: number;
  /** Chosen by the owner; 0 for the highest. */
  leverage: number;
  /** True while its risk rate is at or below the call threshold, and its owner was notified. */
  called: boolean;
  /** The forced sale that goes on; 0 for none. */
  saleId: number;
  /** By asset id. */
  readonly loans: Map<number, Loan>;
}

/**
 * All that margin keeps: terms, wallets and their loans. It neither posts nor emits.
 *
 * Invariants: a wallet has one loan of an asset; a loan's debt account is minus its principal and its interest posted and
 * unpaid, and all debts of an asset are the pool's receivable; interest is kept exactly and rounded up once.
 */
export class MarginBooks {
  readonly assets = new Map<number, LentAsset>();
  /** By symbol id; of cross wallets under 0. */
  readonly terms = new Map<number, RiskTerms>();
  /** By the account's slot. */
  readonly wallets = new Map<number, WalletBook>();
  /** The last hour since 1970 that is in the interest indices. */
  hour = 0;
  private readonly state: State;
  /** The ids of all open loans. */
  private readonly loanIds = new Set<number>();
  private owing = 0;

  constructor(state: State) {
    this.state = state;
  }

  /** The terms of a wallet's kind; undefined where it is not offered. */
  termsOf({ wallet, symbolId }: Pick<WalletBook, 'wallet' | 'symbolId'>): RiskTerms | undefined {
    return this.terms.get(wallet === 'margin-cross' ? 0 : symbolId);
  }

  /** A user's margin wallet: an empty one, which is not kept, where it was never used. Its account may be 0 then. */
  bookOf(userId: number, wallet: MarginWallet, symbolId: number): WalletBook {
    const number = walletAccount(userId, wallet, symbolId);
    const account = this.state.accounts.find(number);
    const known = account === 0 ? undefined : this.wallets.get(account);
    if (known !== undefined) return known;
    return {
      account,
      userId,
      name: walletName(number),
      wallet,
      symbolId,
      leverage: 0,
      called: false,
      saleId: 0,
      loans: new Map(),
    };
  }

  /** Keeps a book from now on: only of a wallet that has an account. */
  keep(book: WalletBook): void {
    this.wallets.set(book.account, book);
  }

  /** Number of wallets that owe. */
  get owingCount(): number {
    return this.owing;
  }

  /** All wallets that owe, in no order. */
  *indebted(): Generator<WalletBook> {
    for (const book of this.wallets.values()) if (book.loans.size > 0) yield book;
  }

  addLoan(book: WalletBook, loan: Loan): void {
    this.keep(book);
    assert(!book.loans.has(loan.assetId), 'a wallet has one loan of an asset');
    if (book.loans.size === 0) this.owing++;
    book.loans.set(loan.assetId, loan);
    this.loanIds.add(loan.loanId);
  }

  removeLoan(book: WalletBook, loan: Loan): void {
    book.loans.delete(loan.assetId);
    this.loanIds.delete(loan.loanId);
    if (book.loans.size === 0) this.owing--;
    assert(this.owing >= 0, 'no more wallets stop owing than owed');
  }

  isOpenLoan(loanId: number): boolean {
    return this.loanIds.has(loanId);
  }

  /** The slot of the account that keeps what a wallet owes. */
  debtOf(book: WalletBook): number {
    return this.state.accounts.ensureOwned(debtAccount(this.state.accounts.numbers[book.account]!));
  }

  leverageOf(book: Pick<WalletBook, 'leverage'>, terms: RiskTerms): number {
    return book.leverage === 0 ? terms.maxLeverage : Math.min(book.leverage, terms.maxLeverage);
  }

  /** Exact interest of a loan's life up to the last started hour. */
  exactInterest(loan: Loan): bigint {
    return loan.exact + exactInterest(loan.principal, loan.index, this.assets.get(loan.assetId)!.index);
  }

  /** Debt of a loan after so many hours more at today's rate, if nothing else happens. */
  owedAfter(loan: Loan, hours: number): bigint {
    const { index, hourlyRatePpb } = this.assets.get(loan.assetId)!;
    const toIndex = index + BigInt(hours) * BigInt(hourlyRatePpb);
    const exact = loan.exact + exactInterest(loan.principal, loan.index, toIndex);
    return loan.principal + chargedInterest(exact) - loan.paid;
  }

  /** Interest owed up to the last started hour, in base units. */
  owedInterest(loan: Loan): bigint {
    return chargedInterest(this.exactInterest(loan)) - loan.paid;
  }

  owed(loan: Loan): bigint {
    return loan.principal + this.owedInterest(loan);
  }
}
