import type { PriceTicks } from '@candor/money';
import { priceBand, riskIsAtMost } from '@candor/rules';
import type { OrderStatus, Outcome, RejectionCode } from '../../events.ts';
import type { OrderDesk } from '../../order-desk.ts';
import { DONE, refuse } from '../../outcome.ts';
import type { State } from '../../state.ts';
import type { OrderRequest } from '../../vocabulary.ts';
import type { MarginBooks, RiskTerms, WalletBook } from './books.ts';
import type { CancelMarginOrders, PlaceMarginOrder, PlaceMarginOrderWith } from './commands.ts';
import type { Lending } from './lending.ts';
import type { SideEffects } from './side-effects.ts';
import type { Valuer } from './valuation.ts';

type MarginOrderTerms = Omit<PlaceMarginOrder, 'type'>;

/** Spot orders of margin wallets. */
export class MarginOrders {
  private readonly state: State;
  private readonly books: MarginBooks;
  private readonly lending: Lending;
  private readonly valuer: Valuer;
  private readonly desk: OrderDesk;
  private readonly effects: SideEffects;

  constructor(
    state: State,
    books: MarginBooks,
    lending: Lending,
    valuer: Valuer,
    desk: OrderDesk,
    effects: SideEffects,
  ) {
    this.state = state;
    this.books = books;
    this.lending = lending;
    this.valuer = valuer;
    this.desk = desk;
    this.effects = effects;
  }

  place(userId: number, command: PlaceMarginOrder): Outcome {
    const book = this.bookFor(userId, command);
    if (typeof book === 'string') return refuse(book);
    const worstTicks = this.worstOf(book, command);
    if (typeof worstTicks === 'string') return refuse(worstTicks);
    return this.desk.place(book.account, orderOf(command), worstTicks);
  }

  /** Places an order that borrows what it lacks, or repays with what it brings. */
  placeWith(userId: number, command: PlaceMarginOrderWith): Outcome {
    const book = this.bookFor(userId, command);
    if (typeof book === 'string') return refuse(book);
    return command.sideEffect === 'borrow' ? this.borrowing(book, command) : this.repaying(book, command);
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

  private bookFor(userId: number, command: MarginOrderTerms): WalletBook | RejectionCode {
    const { wallet, symbolId } = command;
    const symbol = this.state.symbolsById.get(symbolId);
    if (symbol === undefined) return 'UNKNOWN_SYMBOL';
    const book = this.lending.bookOf(userId, { wallet, symbolId: wallet === 'margin-cross' ? 0 : symbolId });
    if (typeof book === 'string') return book;
    if (command.side !== 'buy' && command.side !== 'sell') return 'INVALID_COMMAND';
    const { baseAssetId, quoteAssetId } = symbol.listed;
    for (const assetId of [baseAssetId, quoteAssetId]) {
      if (!this.books.assets.has(assetId)) return 'MARGIN_NOT_OFFERED';
    }
    // without an account nothing lies there
    return book.account === 0 ? 'INSUFFICIENT_BALANCE' : book;
  }

  /** Returns the worst price of a wallet's order, in ticks: 0 for any where it owes nothing; or why it is refused. */
  private worstOf(book: WalletBook, command: MarginOrderTerms): number | RejectionCode {
    return book.loans.size === 0 ? 0 : this.boundOf(book, this.books.termsOf(book)!, command);
  }

  private borrowing(book: WalletBook, command: PlaceMarginOrderWith): Outcome {
    const { account } = book;
    const order = orderOf(command);
    const [, given] = this.assetsOf(command);
    let worstTicks = this.worstOf(book, command);
    if (typeof worstTicks === 'string') return refuse(worstTicks);
    let lacks = this.lacks(account, order, given, worstTicks);
    if (typeof lacks === 'string') return refuse(lacks);
    if (lacks > 0n && book.loans.size === 0) {
      // once it owes, it trades near the index
      worstTicks = this.boundOf(book, this.books.termsOf(book)!, command);
      if (typeof worstTicks === 'string') return refuse(worstTicks);
      lacks = this.lacks(account, order, given, worstTicks);
      if (typeof lacks === 'string') return refuse(lacks);
    }
    if (lacks > 0n) {
      const offer = this.lending.offer(book, given);
      if (typeof offer === 'string') return refuse(offer);
      if (lacks > offer.most) return refuse(offer.boundBy);
      this.lending.lend(book, offer, lacks);
      this.cancelFar(book);
    }
    const outcome = this.desk.placeCovered(account, order, worstTicks);
    if (!outcome.ok) throw new Error(`An order was refused after its check: ${outcome.code}`);
    if (lacks > 0n && isOpen(outcome.status))
      this.effects.rests({
        orderId: outcome.orderId,
        account,
        kind: 'borrow',
        assetId: given,
        lent: lacks,
      });
    return outcome;
  }

  private repaying(book: WalletBook, command: PlaceMarginOrderWith): Outcome {
    const { account } = book;
    const [received] = this.assetsOf(command);
    const worstTicks = this.worstOf(book, command);
    if (typeof worstTicks === 'string') return refuse(worstTicks);
    const before = this.totalOf(account, received);
    const outcome = this.desk.place(account, orderOf(command), worstTicks);
    if (!outcome.ok) return outcome;
    this.effects.payBack(book, received, this.totalOf(account, received) - before);
    if (isOpen(outcome.status))
      this.effects.rests({
        orderId: outcome.orderId,
        account,
        kind: 'repay',
        assetId: received,
        lent: 0n,
      });
    return outcome;
  }

  /** Returns the amount of an asset that an order lacks in the available balance; or why it would be refused anyhow. */
  private lacks(
    account: number,
    order: OrderRequest,
    assetId: number,
    worstTicks: number,
  ): bigint | RejectionCode {
    const { balances } = this.state;
    const cost = this.desk.cost(account, order, worstTicks);
    return typeof cost === 'string'
      ? cost
      : BigInt(cost) - balances.available(balances.find(account, assetId));
  }

  private totalOf(account: number, assetId: number): bigint {
    const { balances } = this.state;
    return balances.total(balances.find(account, assetId));
  }

  /** Asset that an order receives, and asset that it gives. */
  private assetsOf({ side, symbolId }: MarginOrderTerms): [received: number, given: number] {
    const { baseAssetId, quoteAssetId } = this.state.symbolsById.get(symbolId)!.listed;
    return side === 'buy' ? [baseAssetId, quoteAssetId] : [quoteAssetId, baseAssetId];
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
  private boundOf(book: WalletBook, terms: RiskTerms, command: MarginOrderTerms): number | RejectionCode {
    const { side, symbolId, priceTicks } = command;
    if (book.saleId !== 0) return 'MARGIN_RISK_TOO_HIGH';
    const indexTicks = this.valuer.freshTicks(symbolId);
    const valuation = this.valuer.value(book, terms);
    if (indexTicks === 0 || valuation === null) return 'INDEX_STALE';
    const [received, given] = this.assetsOf(command);
    const pays = book.loans.has(received) && !book.loans.has(given);
    if (!pays && riskIsAtMost(valuation.values, terms.callPpm)) return 'MARGIN_RISK_TOO_HIGH';
    const band = priceBand(indexTicks, terms.saleBandPpm);
    const worstTicks = side === 'buy' ? band.highestTicks : band.lowestTicks;
    const isTooFar =
      priceTicks !== null && (side === 'buy' ? priceTicks > worstTicks : priceTicks < worstTicks);
    return isTooFar ? 'MARGIN_PRICE_TOO_FAR' : worstTicks;
  }
}

function orderOf(command: MarginOrderTerms): OrderRequest {
  const { symbolId, side, orderType, timeInForce, postOnly } = command;
  const { priceTicks, lots, quoteAmount, clientOrderId } = command;
  return {
    symbolId,
    side,
    orderType,
    timeInForce,
    postOnly,
    priceTicks,
    lots,
    quoteAmount,
    clientOrderId,
  };
}

function isOpen(status: OrderStatus | null): boolean {
  return status === 'open' || status === 'partially-filled';
}
