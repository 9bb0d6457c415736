import { type Amount, ZERO } from '@candor/money';
import { limitOrderProblem, marketAmountProblem, marketLotsProblem, type OrderTerms } from '@candor/rules';
import { assert } from '../../assert.ts';
import type { Reachable } from '../../book/book.ts';
import {
  FLAG_HOUSE,
  FLAG_LATE,
  FLAG_POST_ONLY,
  FLAG_SELL,
  FLAG_WATCHED,
  ORDER_WORDS,
  OWNER,
  PLACE,
} from '../../book/order-pool.ts';
import * as r from '../../events/records.ts';
import type { RejectionCode } from '../../events.ts';
import { orderDone, refuse } from '../../outcome.ts';
import type { OrderOutcome } from '../../outcome-kinds.ts';
import type { OrderRequest } from '../../vocabulary.ts';
import { holdFor, link } from './resting.ts';
import type { SpotState } from './spot-state.ts';
import type { SpotSymbol } from './spot-symbol.ts';
import type { SpotTaker } from './spot-taker.ts';
import { ACCOUNT, TRADER_WORDS } from './traders.ts';

const MAX_CLIENT_ID_LENGTH = 64;
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/**
 * Takes spot orders in. The order of steps: find account and symbol; check state, filters, client id, band and balance,
 * and look what the book would give, all without changing anything; then accept, take from the book, rest or expire.
 * Nothing is refused after acceptance. An order that rests crosses nothing, and what it may cost is held.
 * The unfilled part of an immediate order (market, IOC, FOK)
 * expires, even all of it: it is accepted and ends as expired, as on Binance, and is no rejection. A post-only order
 * that would take is rejected. The fields hold the order at hand between its checks and its execution.
 */
export class SpotDesk {
  private readonly state: SpotState;
  private readonly taker: SpotTaker;
  private symbol!: SpotSymbol;
  private account = 0;
  /** 0 while the account has not traded the symbol yet. */
  private trader = 0;
  private isBuy = false;
  private limitTicks = 0;
  /** Price at which a market order stops before the edge of the band; 0 for none. */
  private worstTicks = 0;
  /** The caller sees to it that the account can pay. */
  private isCovered = false;
  /** An order that waited: it met the least notional when it was accepted. */
  private isFired = false;
  private flags = 0;
  private createdMs = 0;
  /** Lots to take at most; for an amount of quote, what the book gives for it now. */
  private lots = 0;
  /** True when the unfilled part rests. */
  private rests = false;
  /** A fill-or-kill that the book cannot fill: nothing may be taken. */
  private killed = false;
  /** The book ended before the amount did. Else an order for an amount is filled to the last whole lot. */
  private ranOut = false;

  constructor(state: SpotState, taker: SpotTaker) {
    this.state = state;
    this.taker = taker;
  }

  /** `flags` are further flags of the order where it rests. */
  place(userId: number, order: OrderRequest, flags = 0): OrderOutcome {
    return this.placeAs(this.state.accounts.find(userId), order, 0, flags, this.state.core.timeMs);
  }

  /**
   * Places an order of any wallet (its account's slot) that trades in the spot books. A market order stops at
   * `worstTicks` where that comes before the edge of the band. `isCovered`: what `costFrom` says lies there.
   */
  placeFrom(account: number, order: OrderRequest, worstTicks: number, isCovered: boolean): OrderOutcome {
    this.worstTicks = worstTicks;
    this.isCovered = isCovered;
    const outcome = this.placeAs(account, order, 0, FLAG_WATCHED, this.state.core.timeMs);
    this.worstTicks = 0;
    this.isCovered = false;
    return outcome;
  }

  /** Returns the cost of an order to any wallet's balance, or why it would be refused but for that. */
  costFrom(account: number, order: OrderRequest, worstTicks: number): number | RejectionCode {
    const refusal = this.turnTo(account, order);
    if (refusal !== null) return refusal;
    this.worstTicks = worstTicks;
    this.isCovered = true;
    const problem = this.check(order);
    this.worstTicks = 0;
    this.isCovered = false;
    if (problem !== null) return problem;
    if (this.killed) return 0;
    const { terms } = this.symbol;
    const found = this.reach(this.lots, NO_LIMIT);
    const restLots = this.rests ? this.lots - found.lots : 0;
    return this.isBuy
      ? (found.tickLots + restLots * this.limitTicks) * terms.quotePerTickLot
      : (found.lots + restLots) * terms.basePerLot;
  }

  /** Places what an order has become that waited for a price: it keeps its id and the time of its acceptance. */
  placeFired(userId: number, order: OrderRequest, orderId: number, createdMs: number): OrderOutcome {
    this.isFired = true;
    const outcome = this.placeAs(this.state.accounts.find(userId), order, orderId, FLAG_LATE, createdMs);
    this.isFired = false;
    return outcome;
  }

  /** Lots of an order that waited which would fill or rest now; 0 where it would be refused. Its cost is held for it. */
  placeable(userId: number, order: OrderRequest): number {
    if (this.turnTo(this.state.accounts.find(userId), order) !== null) return 0;
    this.isFired = true;
    this.isCovered = true;
    const problem = this.check(order);
    this.isFired = false;
    this.isCovered = false;
    if (problem !== null || this.killed) return 0;
    return this.rests ? this.lots : this.reach(this.lots, NO_LIMIT).lots;
  }

  private placeAs(
    account: number,
    order: OrderRequest,
    orderId: number,
    flags: number,
    createdMs: number,
  ): OrderOutcome {
    const { state } = this;
    this.flags = flags;
    this.createdMs = createdMs;
    const refusal = this.turnTo(account, order) ?? this.check(order);
    if (refusal !== null) return refuse(refusal);
    return this.execute(state.accounts.numbers[account]!, order, orderId || ++state.core.lastOrderId);
  }

  private turnTo(account: number, order: OrderRequest): RejectionCode | null {
    const { state } = this;
    this.account = account;
    if (account === 0) return 'UNKNOWN_ACCOUNT';
    const symbol = state.symbolsById.get(order.symbolId);
    if (symbol === undefined) return 'UNKNOWN_SYMBOL';
    this.symbol = symbol;
    this.trader = state.traders.find(account, symbol.number);
    return null;
  }

  private check(order: OrderRequest): RejectionCode | null {
    if (order.side !== 'buy' && order.side !== 'sell') return 'INVALID_COMMAND';
    this.isBuy = order.side === 'buy';
    this.killed = false;
    this.rests = false;
    this.ranOut = true;
    const { symbol } = this;
    if (symbol.state === 'halted') return 'SYMBOL_HALTED';
    if (symbol.state === 'post-only' && !order.postOnly) return 'SYMBOL_POST_ONLY';
    const id = order.clientOrderId;
    if (id !== null) {
      if (id.length === 0 || id.length > MAX_CLIENT_ID_LENGTH) return 'INVALID_COMMAND';
      if (this.state.clientIds.find(this.account, id) !== 0) return 'DUPLICATE_CLIENT_ORDER_ID';
      const { waiting } = this.state;
      if (waiting.size !== 0 && waiting.findByClientId(this.account, id) !== undefined)
        return 'DUPLICATE_CLIENT_ORDER_ID';
    }
    if (order.orderType === 'limit') return this.checkLimit(order);
    if (order.orderType !== 'market' || order.postOnly || order.priceTicks !== null) return 'INVALID_COMMAND';
    // a market order stops at the edge of the band, so that a thin book cannot be swept to any price
    const { highestTicks, lowestTicks } = symbol.band;
    const { worstTicks } = this;
    if (this.isBuy) this.limitTicks = worstTicks === 0 ? highestTicks : Math.min(highestTicks, worstTicks);
    else this.limitTicks = Math.max(lowestTicks, worstTicks);
    return order.quoteAmount === null
      ? this.checkMarketLots(order)
      : this.checkMarketAmount(order, order.quoteAmount);
  }

  private get terms(): OrderTerms {
    return this.isFired ? this.symbol.firedTerms : this.symbol.terms;
  }

  private checkLimit(order: OrderRequest): RejectionCode | null {
    const { symbol, trader, isBuy } = this;
    if (order.quoteAmount !== null || (order.postOnly && order.timeInForce !== 'GTC'))
      return 'INVALID_COMMAND';
    const problem = limitOrderProblem(order.priceTicks, order.lots, this.terms, symbol.band);
    if (problem !== null) return problem;
    const priceTicks = order.priceTicks!;
    const lots = order.lots!;
    this.limitTicks = priceTicks;
    this.lots = lots;
    if (order.timeInForce === 'GTC') {
      this.rests = true;
      if (trader !== 0 && this.state.traders.openOrders(trader) >= symbol.listed.maxOpenOrders) {
        return 'TOO_MANY_OPEN_ORDERS';
      }
      if (!symbol.book.hasRoom(isBuy, priceTicks, lots)) return 'AMOUNT_TOO_LARGE';
      if (order.postOnly && symbol.book.crosses(isBuy, priceTicks)) return 'POST_ONLY_WOULD_TAKE';
    }
    if (!this.covers(priceTicks * lots, lots)) return 'INSUFFICIENT_BALANCE';
    this.killed = order.timeInForce === 'FOK' && this.reach(lots, NO_LIMIT).lots < lots;
    return null;
  }

  private checkMarketLots(order: OrderRequest): RejectionCode | null {
    const { symbol, isBuy } = this;
    const referenceTicks = symbol.lastIndexTicks || symbol.book.bestOpposite(isBuy);
    const problem = marketLotsProblem(order.lots, this.terms, referenceTicks);
    if (problem !== null) return problem;
    const lots = order.lots!;
    const found = this.reach(lots, NO_LIMIT);
    if (found.tickLots > symbol.terms.maxTickLots) return 'AMOUNT_TOO_LARGE';
    if (!this.covers(found.tickLots, lots)) return 'INSUFFICIENT_BALANCE';
    this.lots = lots;
    this.killed = order.timeInForce === 'FOK' && found.lots < lots;
    return null;
  }

  /** Spends (or, selling, receives) at most the amount; what no whole lot fits into stays where it is. */
  private checkMarketAmount(order: OrderRequest, quoteAmount: Amount): RejectionCode | null {
    const { symbol, isBuy } = this;
    if (order.lots !== null || order.timeInForce === 'FOK') return 'INVALID_COMMAND';
    const problem = marketAmountProblem(quoteAmount, symbol.terms);
    if (problem !== null) return problem;
    const { balances } = this.state;
    const amount = Number(quoteAmount);
    if (isBuy && !this.isCovered && !balances.covers(this.balance(symbol.listed.quoteAssetId), amount))
      return 'INSUFFICIENT_BALANCE';
    const found = this.reach(symbol.terms.maxLots, Math.floor(amount / symbol.terms.quotePerTickLot));
    if (!isBuy && !this.covers(0, found.lots)) return 'INSUFFICIENT_BALANCE';
    this.lots = found.lots;
    this.ranOut = found.ranOut;
    return null;
  }

  private execute(userId: number, order: OrderRequest, orderId: number): OrderOutcome {
    const { state, symbol, account, isBuy } = this;
    const trader = this.trader === 0 ? openTrader(state, symbol, account) : this.trader;
    const isHouse = state.accounts.house[account] === 1;
    const takes = !this.killed && this.lots !== 0 && symbol.book.crosses(isBuy, this.limitTicks);
    if (!takes && this.rests) {
      this.rest(orderId, trader, isHouse, order, this.lots);
      this.tellAccepted(r.OPENED, orderId, userId, isHouse, order);
      return orderDone(orderId, 'open', 0, ZERO);
    }
    const told = this.tellAccepted(r.ACCEPTED, orderId, userId, isHouse, order);
    let left = this.lots;
    if (takes) {
      this.taker.begin(symbol, trader, orderId, isBuy);
      left = symbol.book.take(isBuy, this.limitTicks, left, this.taker);
    }
    const filledLots = this.lots - left;
    const filledQuote = filledLots === 0 ? ZERO : (this.taker.filledQuote as Amount);
    const { symbolId } = symbol.listed;
    if (left !== 0 && this.rests) {
      const slot = this.rest(orderId, trader, isHouse, order, left);
      state.orders.setFilledQuote(slot, filledQuote);
      state.tape.order(r.RESTED_SIZE, r.RESTED | told, symbolId, orderId, userId, this.limitTicks, left);
      return orderDone(orderId, filledLots === 0 ? 'open' : 'partially-filled', filledLots, filledQuote);
    }
    const isFilled = left === 0 && filledLots !== 0 && (order.lots !== null || !this.ranOut);
    const flags = r.DONE | told | (isFilled ? r.REASON_FILLED : r.REASON_EXPIRED);
    state.tape.order(r.DONE_SIZE, flags, symbolId, orderId, userId, order.priceTicks ?? 0, 0);
    return orderDone(orderId, isFilled ? 'filled' : 'expired', filledLots, filledQuote);
  }

  private rest(orderId: number, trader: number, isHouse: boolean, order: OrderRequest, left: number): number {
    const { state, symbol, isBuy, limitTicks } = this;
    assert(!symbol.book.crosses(isBuy, limitTicks), 'an order that rests crosses nothing');
    assert(left > 0 && left <= this.lots, 'an order rests with what it did not fill');
    let flags = isBuy ? this.flags : this.flags | FLAG_SELL;
    if (isHouse) flags |= FLAG_HOUSE;
    if (order.postOnly) flags |= FLAG_POST_ONLY;
    const slot = link(state, symbol, orderId, trader, flags, limitTicks, this.lots, left, this.createdMs);
    if ((this.flags & FLAG_LATE) !== 0) state.late.add(orderId);
    if (order.clientOrderId !== null) state.clientIds.insert(slot, this.account, order.clientOrderId);
    holdFor(state, symbol, trader, isBuy, limitTicks, left);
    return slot;
  }

  /** Returns the flags that all of the order's events share. */
  private tellAccepted(
    kind: number,
    orderId: number,
    userId: number,
    isHouse: boolean,
    order: OrderRequest,
  ): number {
    const { tape } = this.state;
    let shared = this.isBuy ? 0 : r.IS_SELL;
    if (isHouse) shared |= r.IS_HOUSE;
    if (order.priceTicks !== null) shared |= r.HAS_PRICE;
    let flags = shared;
    if (order.orderType === 'market') flags |= r.IS_MARKET;
    if (order.postOnly) flags |= r.IS_POST_ONLY;
    if (order.lots !== null) flags |= r.HAS_LOTS;
    if (order.quoteAmount !== null) flags |= r.HAS_QUOTE_AMOUNT;
    if (order.timeInForce === 'IOC') flags |= 1 << r.CODE_SHIFT;
    else if (order.timeInForce === 'FOK') flags |= 2 << r.CODE_SHIFT;
    const size = kind === r.OPENED ? r.OPENED_SIZE : r.ACCEPTED_SIZE;
    const { symbolId } = this.symbol.listed;
    const at = tape.order(
      size,
      kind | flags,
      symbolId,
      orderId,
      userId,
      order.priceTicks ?? 0,
      order.lots ?? 0,
    );
    if (kind === r.ACCEPTED) {
      tape.chunk.numbers[at + r.QUOTE_AMOUNT] = order.quoteAmount === null ? 0 : Number(order.quoteAmount);
    }
    if (order.clientOrderId !== null) tape.putText(at + r.PRICE_AND_TEXT, order.clientOrderId);
    return shared;
  }

  /** True when the account can pay: tick-lots of quote when buying, lots of base when selling. */
  private covers(tickLots: number, lots: number): boolean {
    const { state, symbol, trader } = this;
    const { balances } = state;
    if (this.isCovered) return true;
    if (this.isBuy) {
      const slot =
        trader === 0 ? this.balance(symbol.listed.quoteAssetId) : state.traders.quoteBalance(trader);
      return balances.covers(slot, tickLots * symbol.terms.quotePerTickLot);
    }
    const slot = trader === 0 ? this.balance(symbol.listed.baseAssetId) : state.traders.baseBalance(trader);
    return balances.covers(slot, lots * symbol.terms.basePerLot);
  }

  /** A balance's slot without making one; slot 0 is empty for ever. */
  private balance(assetId: number): number {
    return this.state.balances.find(this.account, assetId);
  }

  /** Liquidity of the book for this account, makers left out that are its own or may not trade now. */
  private reach(lots: number, maxTickLots: number): Reachable {
    const { state, symbol, account, trader, isBuy, limitTicks } = this;
    const { traders, accounts, orders, restingWatch } = state;
    const { symbolId } = symbol.listed;
    const watch = restingWatch?.mayWithhold(symbolId) ? restingWatch : null;
    const group = accounts.tradeGroup[account]!;
    const mayMeetOwn =
      watch !== null ||
      group === 0 ||
      // Another wallet of the user: the orders of the spot wallet are its own too.
      account !== group ||
      traders.hasOthers(group) ||
      (trader !== 0 && traders.openOrders(trader) > 0);
    const isOwn = (maker: number): boolean => {
      const makerTrader = orders.words[maker * ORDER_WORDS + OWNER]!;
      const makerAccount = traders.words[makerTrader * TRADER_WORDS + ACCOUNT]!;
      if (accounts.tradeGroup[makerAccount] === group) return true;
      return watch !== null && isWatched(orders.words, maker) && watch.withholds(makerAccount, symbolId);
    };
    return symbol.book.reach(isBuy, limitTicks, lots, maxTickLots, mayMeetOwn ? isOwn : null);
  }
}

function isWatched(words: Int32Array, slot: number): boolean {
  return (words[slot * ORDER_WORDS + PLACE]! & FLAG_WATCHED) !== 0;
}

/** Makes the trader of an account in a symbol: only once a command is sure to succeed. */
export function openTrader(state: SpotState, symbol: SpotSymbol, account: number): number {
  const base = state.balances.findOrOpen(account, symbol.listed.baseAssetId);
  const quote = state.balances.findOrOpen(account, symbol.listed.quoteAssetId);
  return state.traders.open(account, symbol.number, base, quote);
}
