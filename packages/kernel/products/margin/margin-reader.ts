import { type Amount, mulDivCeil } from '@candor/money';
import { afterBorrowing, hourInterest, riskPpm } from '@candor/rules';
import { MARGIN_INSURANCE, MARGIN_POOL, MARGIN_RECEIVABLE } from '../../ledger/accounts.ts';
import type { State } from '../../state.ts';
import type { MarginBooks, WalletBook } from './books.ts';
import type { MarginWallet } from './commands.ts';
import type { Lending } from './lending.ts';
import type { Valuer } from './valuation.ts';
import type {
  BorrowPreview,
  LoanView,
  MarginAssetView,
  MarginTermsView,
  MarginView,
  MarginWalletView,
} from './view.ts';

const PPM = 1_000_000n;

/** Reads margin as others may see it. */
export class MarginReader implements MarginView {
  private readonly state: State;
  private readonly books: MarginBooks;
  private readonly lending: Lending;
  private readonly valuer: Valuer;

  constructor(state: State, books: MarginBooks, lending: Lending, valuer: Valuer) {
    this.state = state;
    this.books = books;
    this.lending = lending;
    this.valuer = valuer;
  }

  assets(): readonly MarginAssetView[] {
    return [...this.books.assets.values()].map((asset) => ({
      ...asset,
      pool: this.lending.poolOf(asset.assetId) as Amount,
    }));
  }

  terms(): readonly MarginTermsView[] {
    return [...this.books.terms.values()]
      .sort((a, b) => a.symbolId - b.symbolId)
      .map((terms) => ({ ...terms }));
  }

  wallet(userId: number, wallet: MarginWallet, symbolId: number): MarginWalletView | null {
    const book = this.lending.bookOf(userId, { wallet, symbolId });
    return typeof book === 'string' ? null : this.show(book);
  }

  wallets(userId: number): readonly MarginWalletView[] {
    if (this.state.accounts.find(userId) === 0) return [];
    const found: MarginWalletView[] = [];
    for (const symbolId of [0, ...this.state.symbols.map(({ listed }) => listed.symbolId)]) {
      const wallet = symbolId === 0 ? 'margin-cross' : 'margin-isolated';
      const book = this.lending.bookOf(userId, { wallet, symbolId });
      if (typeof book !== 'string' && book.account !== 0) found.push(this.show(book));
    }
    return found;
  }

  preview(
    userId: number,
    wallet: MarginWallet,
    symbolId: number,
    assetId: number,
    amount: Amount,
  ): BorrowPreview | null {
    const book = this.lending.bookOf(userId, { wallet, symbolId });
    if (typeof book === 'string') return null;
    const offer = this.lending.offer(book, assetId);
    if (typeof offer === 'string') return null;
    const { valuation, borrowing, most } = offer;
    return {
      most: most as Amount,
      firstHour: hourInterest(amount, borrowing.hourlyRatePpb) as Amount,
      riskBeforePpm: valuation.inputs.riskPpm,
      riskAfterPpm: riskPpm(afterBorrowing(valuation.values, amount, borrowing)),
    };
  }

  house() {
    const { accounts, balances } = this.state;
    const totalOf = (account: number, assetId: number) =>
      balances.total(balances.find(accounts.find(account), assetId)) as Amount;
    return [...this.books.assets.keys()].map((assetId) => ({
      assetId,
      pool: totalOf(MARGIN_POOL, assetId),
      insurance: totalOf(MARGIN_INSURANCE, assetId),
      receivable: totalOf(MARGIN_RECEIVABLE, assetId),
    }));
  }

  private show(book: WalletBook): MarginWalletView {
    const terms = this.books.termsOf(book)!;
    const valuation = this.valuer.value(book, terms);
    const values = valuation?.values ?? null;
    const loans = [...book.loans.values()].sort((a, b) => a.assetId - b.assetId);
    return {
      wallet: book.wallet,
      symbolId: book.symbolId,
      leverage: this.books.leverageOf(book, terms),
      risk: valuation?.inputs ?? null,
      collateralValue: values === null ? null : ((values.collateral / (PPM * values.denominator)) as Amount),
      debtValue: values === null ? null : (mulDivCeil(values.debt, 1n, PPM * values.denominator) as Amount),
      called: book.called,
      selling: book.saleId !== 0,
      loans: loans.map(
        (loan): LoanView => ({
          loanId: loan.loanId,
          userId: book.userId,
          wallet: book.wallet,
          symbolId: book.symbolId,
          assetId: loan.assetId,
          principal: loan.principal as Amount,
          interest: this.books.owedInterest(loan) as Amount,
        }),
      ),
    };
  }
}
