import { mostWithdrawable, PAR, riskIsAtMost } from '@candor/rules';
import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import type { Outcome } from '../../events.ts';
import { DONE, refuse } from '../../outcome.ts';
import { type CommandHandlers, type Product, type ProductContext, productRoom } from '../../product.ts';
import type { State } from '../../state.ts';
import { auditMargin } from './audit.ts';
import { HOUR_MS, MarginBooks, type RiskTerms, type WalletBook } from './books.ts';
import { marginCodecs } from './codec.ts';
import type { Borrow, MarginCommand, SetMarginAsset, SetMarginLeverage, SetMarginTerms } from './commands.ts';
import { ForcedSale } from './forced-sale.ts';
import { Lending } from './lending.ts';
import { MarginOrders } from './margin-orders.ts';
import { MarginReader } from './margin-reader.ts';
import { RiskWatch } from './risk-watch.ts';
import { readMargin, writeMargin } from './section.ts';
import { SideEffects } from './side-effects.ts';
import {
  fundMarginPool,
  marginAssetProblem,
  marginTermsProblem,
  setMarginAsset,
  setMarginTerms,
} from './terms.ts';
import { type Valuation, Valuer } from './valuation.ts';
import type { MarginView } from './view.ts';

/**
 * Margin trading: wallets that borrow from a funded pool against what lies in them, cross or isolated by symbol, and
 * trade in the spot books. Debts grow by the started hour of journaled time; risk is looked at on each index tick.
 */
class MarginProduct implements Product {
  readonly name = 'margin';
  readonly handlers: CommandHandlers<MarginCommand>;
  readonly view: MarginView;
  readonly watchedWallets = ['margin-cross', 'margin-isolated'] as const;
  /** Side effects of orders have a section of their own, and follow once all else is settled. */
  readonly late: readonly [SideEffects];
  private readonly state: State;
  private readonly books: MarginBooks;
  private readonly valuer: Valuer;
  private readonly lending: Lending;
  private readonly orders: MarginOrders;
  private readonly sale: ForcedSale;
  private readonly watch: RiskWatch;

  constructor({ state, ports }: ProductContext) {
    const desk = ports.orderDesk!;
    this.state = state;
    const books = new MarginBooks(state);
    const valuer = new Valuer(state, books);
    const lending = new Lending(state, books, valuer);
    const sideEffects = new SideEffects(state, books, lending, valuer, desk);
    const orders = new MarginOrders(state, books, lending, valuer, desk, sideEffects);
    this.late = [sideEffects];
    this.books = books;
    this.valuer = valuer;
    this.lending = lending;
    this.orders = orders;
    this.sale = new ForcedSale(state, books, lending, valuer, desk);
    this.watch = new RiskWatch(state, books, valuer, desk);
    state.openElsewhere.push((id) => books.isOpenLoan(id));
    this.view = new MarginReader(state, books, lending, valuer);
    this.handlers = {
      fundMarginPool: { perform: (_, command) => fundMarginPool(state, command) },
      setMarginAsset: {
        problem: (command) => marginAssetProblem(state, command),
        perform: (_, command) => this.setAsset(command),
      },
      setMarginTerms: {
        problem: (command) => marginTermsProblem(state, command),
        perform: (_, command) => this.setTerms(command),
      },
      setMarginLeverage: { perform: (userId, command) => this.setLeverage(userId, command) },
      borrow: { perform: (userId, command) => this.borrow(userId, command) },
      repay: { perform: (userId, command) => lending.repay(userId, command) },
      placeMarginOrder: { perform: (userId, command) => orders.place(userId, command) },
      placeMarginOrderWith: {
        perform: (userId, command) => orders.placeWith(userId, command),
      },
      cancelMarginOrders: { perform: (userId, command) => orders.cancelAll(userId, command) },
    };
  }

  /** The next hour starts only for who owes. */
  nextDueMs(): number {
    return this.books.owingCount === 0 ? Number.POSITIVE_INFINITY : (this.books.hour + 1) * HOUR_MS;
  }

  /** Adds each hour that started, one by one, at its asset's rate. */
  onTime(nowMs: number): void {
    const { books, state } = this;
    const hour = Math.floor(nowMs / HOUR_MS);
    while (books.hour < hour) {
      books.hour++;
      const rates = [];
      for (const asset of books.assets.values()) {
        if (asset.hourlyRatePpb === 0) continue;
        asset.index += BigInt(asset.hourlyRatePpb);
        rates.push({ assetId: asset.assetId, hourlyRatePpb: asset.hourlyRatePpb, index: asset.index });
      }
      if (rates.length > 0) state.tape.note({ type: 'marginHour', hourMs: books.hour * HOUR_MS, rates });
    }
  }

  /**
   * Warns and sells at fresh indices alone: none that a downtime left behind, and none that is stale and would count.
   * Wallets are looked at in the order of their accounts; a sale may change one that comes later.
   */
  onIndex(): void {
    const { state, books, watch } = this;
    if (books.owingCount === 0) return;
    this.watchTouched();
    const accounts = watch.reached();
    for (const account of accounts) this.orders.cancelFar(books.wallets.get(account)!);
    if (state.timeMs <= state.resumedMs) return;
    const { balances } = state;
    let seen = balances.touchedCount;
    for (let at = 0; at < accounts.length; at++) {
      const account = accounts[at]!;
      this.lookAt(books.wallets.get(account)!);
      for (; seen < balances.touchedCount; seen++) {
        const touched = balances.account[balances.touched[seen]!]!;
        if (touched > account && this.owes(touched)) insertSorted(accounts, touched, at + 1);
      }
    }
  }

  /** Balances of an account changed. */
  onBalance(account: number): void {
    if (this.owes(account)) this.watch.touch(account);
  }

  /** Wallets whose balances the command has changed so far. */
  private watchTouched(): void {
    const { balances } = this.state;
    for (let i = 0; i < balances.touchedCount; i++) this.onBalance(balances.account[balances.touched[i]!]!);
  }

  private owes(account: number): boolean {
    const book = this.books.wallets.get(account);
    return book !== undefined && book.loans.size > 0;
  }

  private lookAt(book: WalletBook): void {
    const terms = this.books.termsOf(book)!;
    if (book.loans.size > 0) {
      const valuation = this.valuer.value(book, terms);
      if (valuation !== null) this.look(book, terms, valuation);
      else this.lookInFavour(book, terms);
    }
    this.watch.place(book, terms);
  }

  /** Lends, and holds what rests already to the band that orders of a wallet that owes are held to. */
  private borrow(userId: number, command: Borrow): Outcome {
    const outcome = this.lending.borrow(userId, command);
    if (outcome.ok) this.orders.cancelFar(this.books.bookOf(userId, command.wallet, command.symbolId));
    return outcome;
  }

  private look(book: WalletBook, terms: RiskTerms, valuation: Valuation): void {
    const { values, inputs } = valuation;
    const isCalled = riskIsAtMost(values, terms.callPpm);
    if (isCalled !== book.called) {
      book.called = isCalled;
      this.state.tape.note({
        type: 'marginCall',
        userId: book.userId,
        wallet: book.name,
        called: isCalled,
        callPpm: terms.callPpm,
        liquidationPpm: terms.liquidationPpm,
        risk: inputs,
      });
    }
    if (riskIsAtMost(values, terms.liquidationPpm)) this.sale.run(book, terms, valuation);
    else if (book.saleId !== 0) this.sale.end(book, inputs.riskPpm);
  }

  /** A wallet with a stale index among its own is sold only where that index could not change it. */
  private lookInFavour(book: WalletBook, terms: RiskTerms): void {
    const valuation = this.valuer.valueInFavour(book, terms);
    if (valuation === null || !riskIsAtMost(valuation.values, terms.liquidationPpm)) return;
    this.sale.run(book, terms, valuation);
  }

  private setAsset(command: SetMarginAsset): Outcome {
    const outcome = setMarginAsset(this.state, this.books, command);
    if (outcome.ok) this.watch.touchAll();
    return outcome;
  }

  private setTerms(command: SetMarginTerms): Outcome {
    const outcome = setMarginTerms(this.state, this.books, command);
    if (outcome.ok) this.watch.touchAll();
    return outcome;
  }

  private setLeverage(userId: number, { symbolId, leverage }: SetMarginLeverage): Outcome {
    const { state, books } = this;
    const spot = state.accounts.find(userId);
    if (spot === 0) return refuse('UNKNOWN_ACCOUNT');
    if (state.accounts.house[spot] === 1) return refuse('NOT_PERMITTED');
    if (!state.symbolsById.has(symbolId)) return refuse('UNKNOWN_SYMBOL');
    const terms = books.terms.get(symbolId);
    if (terms === undefined) return refuse('MARGIN_NOT_OFFERED');
    if (!Number.isSafeInteger(leverage) || leverage < 2 || leverage > terms.maxLeverage)
      return refuse('MARGIN_LEVERAGE_INVALID');
    state.accounts.ensureWallet(userId, 'margin-isolated', symbolId);
    const book = books.bookOf(userId, 'margin-isolated', symbolId);
    book.leverage = leverage;
    books.keep(book);
    state.tape.note({ type: 'marginLeverage', userId, symbolId, leverage });
    return DONE;
  }

  /** While a wallet owes, what its risk rate needs stays in it; all of it while that is not known. */
  lockedIn(account: number, assetId: number): bigint {
    const { state, books, valuer } = this;
    const book = books.wallets.get(account);
    if (book === undefined || book.loans.size === 0) return 0n;
    const { balances } = state;
    const slot = balances.find(account, assetId);
    const available = balances.available(slot);
    const terms = books.termsOf(book)!;
    const valuation = book.saleId === 0 ? valuer.value(book, terms) : null;
    if (valuation === null) return available;
    const price = valuer.priceOf(assetId, terms.valueAssetId);
    const asset = {
      units: balances.total(slot),
      price: price?.unit ?? PAR,
      haircutPpm: price === undefined ? 0 : (books.assets.get(assetId)?.haircutPpm ?? 0),
    };
    const most = mostWithdrawable(valuation.values, asset, terms.transferPpm);
    return most < available ? available - most : 0n;
  }

  audit(): void {
    auditMargin(this.state, this.books);
  }

  write(writer: ByteWriter): void {
    writeMargin(writer, this.books);
  }

  read(reader: ByteReader): void {
    readMargin(reader, this.books);
    this.watch.touchAll();
  }
}

/** Puts a number into a sorted list, from a place on, where it is not there yet. */
function insertSorted(sorted: number[], value: number, from: number): void {
  let at = from;
  while (at < sorted.length && sorted[at]! < value) at++;
  if (sorted[at] !== value) sorted.splice(at, 0, value);
}

/** Margin trading, as the list of products names it. */
export const margin = productRoom('margin', marginCodecs, (context) => new MarginProduct(context));
