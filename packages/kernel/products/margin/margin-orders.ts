import type { PriceTicks } from '@candor/money';
import { priceBand, riskIsAtMost } from '@candor/rules';
import type { PlaceOrder } from '../../commands.ts';
import type { Outcome, RejectionCode } from '../../events.ts';
import type { OrderDesk } from '../../order-desk.ts';
import { DONE, refuse } from '../../outcome.ts';
import type { State } from '../../state.ts';
import type { MarginBooks, RiskTerms, WalletBook } from './books.ts';
import type { CancelMarginOrders, PlaceMarginOrder } from './commands.ts';
import type { Lending } from './lending.ts';
import type { Valuer } from './valuation.ts';

/** Spot orders of margin wallets. */
export class MarginOrders {
  private readonly state: State;
  private readonly books: MarginBooks;
  private readonly lending: Lending;
  private readonly valuer: Valuer;
  private readonly desk: OrderDesk;

  constructor(state: State, books: MarginBooks, lending: Lending, valuer: Valuer, desk: OrderDesk) {
    this.state = state;
    this.books = books;
    this.lending = lending;
    this.valuer = valuer;
    this.desk = desk;
  }

  place(userId: number, command: PlaceMarginOrder): Outcome {
    const { wallet, symbolId } = command;
    const symbol = this.state.symbolsById.get(symbolId);
    if (symbol === undefined) return refuse('UNKNOWN_SYMBOL');
    const book = this.lending.bookOf(userId, { wallet, symbolId: wallet === 'margin-cross' ? 0 : symbolId });
    if (typeof book === 'string') return refuse(book);
    if (command.side !== 'buy' && command.side !== 'sell') return refuse('INVALID_COMMAND');
    const { baseAssetId, quoteAssetId } = symbol.listed;
    for (const assetId of [baseAssetId, quoteAssetId]) {
      if (!this.books.assets.has(assetId)) return refuse('MARGIN_NOT_OFFERED');
    }
    // without an account nothing lies there
    if (book.account === 0) return refuse('INSUFFICIENT_BALANCE');
    let worstTicks = 0;
    if (book.loans.size > 0) {
      const bound = this.boundOf(book, this.books.termsOf(book)!, command);
      if (typeof bound === 'string') return refuse(bound);
      worstTicks = bound;
    }
    const { type: _, wallet: __, ...terms } = command;
    const order: PlaceOrder = { type: 'placeOrder', ...terms };
    return this.desk.place(book.account, order, worstTicks);
  }

  cancelAll(userId: number, { wallet, symbolId }: CancelMarginOrders): Outcome {
    const { state } = this;
    if (state.accounts.find(userId) === 0) return refuse('UNKNOWN_ACCOUNT');
    if (symbolId !== null && !state.symbolsById.has(symbolId)) return refuse('UNKNOWN_SYMBOL');
    const symbolIds =
      wallet === 'margin-cross'
        ? [0]
        : state.symbols
            .map(({ listed }) => listed.symbolId)
            .filter((id) => symbolId === null || id === symbolId);
    for (const id of symbolIds) {
      const { account } = this.books.bookOf(userId, wallet, id);
      if (account !== 0) this.desk.cancelAll(account, symbolId);
    }
    return DONE;
  }

  /**
   * Cancels what rests of a wallet that owes where the index has left it by more than a new order may be away: who
   * comes first would get the pool's coins at the old price. Without a fresh index nothing is cancelled.
   */
  cancelFar(book: WalletBook): void {
    if (book.loans.size === 0) return;
    const { saleBandPpm } = this.books.termsOf(book)!;
    const orders = this.desk
      .cancelBeyond(book.account, (symbolId) => priceBand(this.valuer.freshTicks(symbolId), saleBandPpm))
      .map((order) => ({ ...order, indexTicks: this.valuer.freshTicks(order.symbolId) as PriceTicks }));
    if (orders.length === 0) return;
    const { userId, name: wallet } = book;
    this.state.tape.note({ type: 'marginCancelled', userId, wallet, saleBandPpm, orders });
  }

  /**
   * The worst price at which a wallet that owes may trade, or why it may not. Whoever owes could else sell the pool's
   * coins far below the index to a friend: near the index each trade costs less than the way from the call to the
   * forced sale, and below the call only what turns collateral into the asset owed is taken.
   */
  private boundOf(
    book: WalletBook,
    terms: RiskTerms,
    { side, symbolId, priceTicks }: PlaceMarginOrder,
  ): number | RejectionCode {
    if (book.saleId !== 0) return 'MARGIN_RISK_TOO_HIGH';
    const indexTicks = this.valuer.freshTicks(symbolId);
    const valuation = this.valuer.value(book, terms);
    if (indexTicks === 0 || valuation === null) return 'INDEX_STALE';
    const { baseAssetId, quoteAssetId } = this.state.symbolsById.get(symbolId)!.listed;
    const [received, given] = side === 'buy' ? [baseAssetId, quoteAssetId] : [quoteAssetId, baseAssetId];
    const pays = book.loans.has(received) && !book.loans.has(given);
    if (!pays && riskIsAtMost(valuation.values, terms.callPpm)) return 'MARGIN_RISK_TOO_HIGH';
    const band = priceBand(indexTicks, terms.saleBandPpm);
    const worstTicks = side === 'buy' ? band.highestTicks : band.lowestTicks;
    const isTooFar =
      priceTicks !== null && (side === 'buy' ? priceTicks > worstTicks : priceTicks < worstTicks);
    return isTooFar ? 'MARGIN_PRICE_TOO_FAR' : worstTicks;
  }
}
