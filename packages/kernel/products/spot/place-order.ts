import { type Amount, type Lots, ZERO } from '@candor/money';
import type { Reachable } from '../../book/book.ts';
import { MAX_PRICE_TICKS } from '../../book/ladder.ts';
import type { PlaceOrder } from '../../commands.ts';
import {
  CODE_SHIFT,
  HAS_LOTS,
  HAS_PRICE,
  HAS_QUOTE_AMOUNT,
  IS_HOUSE,
  IS_MARKET,
  IS_POST_ONLY,
  IS_SELL,
  REASON_EXPIRED,
  REASON_FILLED,
} from '../../events/recorder.ts';
import type { OrderStatus, Outcome, RejectionCode } from '../../events.ts';
import type { State } from '../../state.ts';
import { holdFor, link } from './resting.ts';
import type { SpotSymbol } from './spot-symbol.ts';
import type { SpotTaker } from './spot-taker.ts';

const MAX_CLIENT_ID_LENGTH = 64;
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** An order that passed all checks: how many lots it takes and to which price. */
interface Plan {
  readonly limitTicks: number;
  /** Lots to take at most; for an amount of quote, what the book gives for it now. */
  readonly lots: number;
  /** What does not fill at once rests. */
  readonly rests: boolean;
  /** Nothing may be taken: a fill-or-kill that the book cannot fill. */
  readonly killed: boolean;
  /** The book ended before the order did. Else an order for an amount of quote is filled to the last whole lot. */
  readonly ranOut: boolean;
}

/**
 * Places a spot order. What an immediate order (market, IOC, FOK) cannot fill expires, even all of it: it is accepted
 * and ends as expired, as on Binance, and is no rejection. A post-only order that would take is rejected.
 */
export function placeOrder(state: State, taker: SpotTaker, userId: number, order: PlaceOrder): Outcome {
  const account = state.accounts.find(userId);
  if (account === 0) return refuse('UNKNOWN_ACCOUNT');
  const symbol = state.symbolsById.get(order.symbolId);
  if (symbol === undefined) return refuse('UNKNOWN_SYMBOL');
  const plan = check(state, symbol, account, order);
  if (typeof plan === 'string') return refuse(plan);
  return execute(state, taker, symbol, account, order, plan);
}

function check(state: State, symbol: SpotSymbol, account: number, order: PlaceOrder): Plan | RejectionCode {
  if (order.side !== 'buy' && order.side !== 'sell') return 'INVALID_COMMAND';
  if (symbol.state === 'halted') return 'SYMBOL_HALTED';
  if (symbol.state === 'post-only' && !order.postOnly) return 'SYMBOL_POST_ONLY';
  const id = order.clientOrderId;
  if (id !== null) {
    if (id.length === 0 || id.length > MAX_CLIENT_ID_LENGTH) return 'INVALID_COMMAND';
    if (state.clientIds.find(account, id) !== 0) return 'DUPLICATE_CLIENT_ORDER_ID';
  }
  return order.orderType === 'limit'
    ? checkLimit(state, symbol, account, order)
    : checkMarket(state, symbol, account, order);
}

function checkLimit(
  state: State,
  symbol: SpotSymbol,
  account: number,
  order: PlaceOrder,
): Plan | RejectionCode {
  const { priceTicks, lots, timeInForce } = order;
  const isBuy = order.side === 'buy';
  if (order.orderType !== 'limit' || order.quoteAmount !== null) return 'INVALID_COMMAND';
  if (order.postOnly && timeInForce !== 'GTC') return 'INVALID_COMMAND';
  if (priceTicks === null || !isWhole(priceTicks) || priceTicks > MAX_PRICE_TICKS) return 'PRICE_INVALID';
  if (lots === null || !isWhole(lots) || lots > symbol.maxLots) return 'QUANTITY_INVALID';
  const tickLots = priceTicks * lots;
  if (tickLots > symbol.maxTickLots) return 'AMOUNT_TOO_LARGE';
  if (tickLots * symbol.quotePerTickLot < symbol.minNotional) return 'NOTIONAL_TOO_SMALL';
  if (priceTicks < symbol.lowestTicks || priceTicks > symbol.highestTicks) return 'PRICE_OUT_OF_BAND';
  const trader = state.traders.find(account, symbol.number);
  const rests = timeInForce === 'GTC';
  if (rests) {
    if (trader !== 0 && state.traders.openOrders(trader) >= symbol.terms.maxOpenOrders) {
      return 'TOO_MANY_OPEN_ORDERS';
    }
    if (!symbol.book.hasRoom(isBuy, priceTicks, lots)) return 'AMOUNT_TOO_LARGE';
  }
  if (order.postOnly && symbol.book.crosses(isBuy, priceTicks)) return 'POST_ONLY_WOULD_TAKE';
  const covered = isBuy
    ? state.balances.covers(quoteBalance(state, symbol, account, trader), tickLots * symbol.quotePerTickLot)
    : state.balances.covers(baseBalance(state, symbol, account, trader), lots * symbol.basePerLot);
  if (!covered) return 'INSUFFICIENT_BALANCE';
  const killed =
    timeInForce === 'FOK' && reach(state, symbol, account, isBuy, priceTicks, lots, NO_LIMIT).lots < lots;
  return { limitTicks: priceTicks, lots, rests, killed, ranOut: true };
}

/** A market order stops at the edge of the price band, so that a thin book cannot be swept to any price. */
function checkMarket(
  state: State,
  symbol: SpotSymbol,
  account: number,
  order: PlaceOrder,
): Plan | RejectionCode {
  if (order.orderType !== 'market' || order.postOnly || order.priceTicks !== null) return 'INVALID_COMMAND';
  const isBuy = order.side === 'buy';
  const limitTicks = isBuy ? symbol.highestTicks : symbol.lowestTicks;
  if (order.quoteAmount === null) return checkMarketLots(state, symbol, account, order, isBuy, limitTicks);
  if (order.lots !== null || order.timeInForce === 'FOK') return 'INVALID_COMMAND';
  return checkMarketQuote(state, symbol, account, order.quoteAmount, isBuy, limitTicks);
}

function checkMarketLots(
  state: State,
  symbol: SpotSymbol,
  account: number,
  order: PlaceOrder,
  isBuy: boolean,
  limitTicks: number,
): Plan | RejectionCode {
  const { lots } = order;
  if (lots === null || !isWhole(lots) || lots > symbol.maxLots) return 'QUANTITY_INVALID';
  const referenceTicks = symbol.lastIndexTicks || symbol.book.bestOpposite(isBuy);
  if (referenceTicks !== 0 && referenceTicks * lots * symbol.quotePerTickLot < symbol.minNotional) {
    return 'NOTIONAL_TOO_SMALL';
  }
  const trader = state.traders.find(account, symbol.number);
  const found = reach(state, symbol, account, isBuy, limitTicks, lots, NO_LIMIT);
  if (found.tickLots > symbol.maxTickLots) return 'AMOUNT_TOO_LARGE';
  const covered = isBuy
    ? state.balances.covers(
        quoteBalance(state, symbol, account, trader),
        found.tickLots * symbol.quotePerTickLot,
      )
    : state.balances.covers(baseBalance(state, symbol, account, trader), lots * symbol.basePerLot);
  if (!covered) return 'INSUFFICIENT_BALANCE';
  const killed = order.timeInForce === 'FOK' && found.lots < lots;
  return { limitTicks, lots, rests: false, killed, ranOut: true };
}

/** Spends (or, selling, receives) at most the amount; what no whole lot fits into stays where it is. */
function checkMarketQuote(
  state: State,
  symbol: SpotSymbol,
  account: number,
  quoteAmount: Amount,
  isBuy: boolean,
  limitTicks: number,
): Plan | RejectionCode {
  if (quoteAmount <= 0n) return 'QUANTITY_INVALID';
  if (quoteAmount > BigInt(Number.MAX_SAFE_INTEGER)) return 'AMOUNT_TOO_LARGE';
  if (quoteAmount < symbol.terms.minNotional) return 'NOTIONAL_TOO_SMALL';
  const amount = Number(quoteAmount);
  const trader = state.traders.find(account, symbol.number);
  if (isBuy && !state.balances.covers(quoteBalance(state, symbol, account, trader), amount)) {
    return 'INSUFFICIENT_BALANCE';
  }
  const maxTickLots = Math.floor(amount / symbol.quotePerTickLot);
  const found = reach(state, symbol, account, isBuy, limitTicks, symbol.maxLots, maxTickLots);
  if (!isBuy && found.lots > 0) {
    const needed = found.lots * symbol.basePerLot;
    if (!state.balances.covers(baseBalance(state, symbol, account, trader), needed))
      return 'INSUFFICIENT_BALANCE';
  }
  return { limitTicks, lots: found.lots, rests: false, killed: false, ranOut: found.ranOut };
}

function execute(
  state: State,
  taker: SpotTaker,
  symbol: SpotSymbol,
  account: number,
  order: PlaceOrder,
  plan: Plan,
): Outcome {
  const isBuy = order.side === 'buy';
  const trader = traderFor(state, symbol, account);
  const orderId = ++state.lastOrderId;
  const isHouse = state.accounts.house[account] === 1;
  const userId = state.accounts.numbers[account]!;
  let flags = isBuy ? 0 : IS_SELL;
  if (isHouse) flags |= IS_HOUSE;
  if (order.priceTicks !== null) flags |= HAS_PRICE;
  tellAccepted(state, symbol, userId, orderId, order, flags);
  taker.begin(symbol, trader, orderId, isBuy);
  const left =
    plan.killed || plan.lots === 0 ? plan.lots : symbol.book.take(isBuy, plan.limitTicks, plan.lots, taker);
  const filledLots = plan.lots - left;
  const filledQuote = filledLots === 0 ? ZERO : (taker.filledQuote as Amount);
  if (left !== 0 && plan.rests) {
    const priceTicks = plan.limitTicks;
    const slot = link(state, symbol, {
      orderId,
      trader,
      isBuy,
      isHouse,
      isQuote: false,
      postOnly: order.postOnly,
      priceTicks,
      lots: plan.lots,
      left,
      createdMs: state.timeMs,
      clientOrderId: order.clientOrderId,
    });
    if (filledLots !== 0) state.orders.addFilledQuoteBig(slot, filledQuote);
    holdFor(state, symbol, trader, isBuy, priceTicks, left);
    state.recorder.rested(orderId, userId, symbol.terms.symbolId, flags, priceTicks, left);
    return accepted(orderId, filledLots === 0 ? 'open' : 'partially-filled', filledLots, filledQuote);
  }
  const isFilled = left === 0 && filledLots !== 0 && (order.lots !== null || !plan.ranOut);
  const reason = isFilled ? REASON_FILLED : REASON_EXPIRED;
  const told = flags | (reason << CODE_SHIFT);
  state.recorder.done(orderId, userId, symbol.terms.symbolId, told, order.priceTicks ?? 0, 0);
  return accepted(orderId, isFilled ? 'filled' : 'expired', filledLots, filledQuote);
}

function tellAccepted(
  state: State,
  symbol: SpotSymbol,
  userId: number,
  orderId: number,
  order: PlaceOrder,
  sideFlags: number,
): void {
  let flags = sideFlags;
  if (order.orderType === 'market') flags |= IS_MARKET;
  if (order.postOnly) flags |= IS_POST_ONLY;
  if (order.lots !== null) flags |= HAS_LOTS;
  if (order.quoteAmount !== null) flags |= HAS_QUOTE_AMOUNT;
  if (order.timeInForce === 'IOC') flags |= 1 << CODE_SHIFT;
  else if (order.timeInForce === 'FOK') flags |= 2 << CODE_SHIFT;
  const quoteAmount = order.quoteAmount === null ? 0 : Number(order.quoteAmount);
  const { symbolId } = symbol.terms;
  const { clientOrderId } = order;
  state.recorder.accepted(
    orderId,
    userId,
    symbolId,
    flags,
    order.priceTicks ?? 0,
    order.lots ?? 0,
    quoteAmount,
    clientOrderId,
  );
}

/** The trader of an account in a symbol, made when there is none: only once a command is sure to succeed. */
export function traderFor(state: State, symbol: SpotSymbol, account: number): number {
  const found = state.traders.find(account, symbol.number);
  if (found !== 0) return found;
  const base = state.balances.findOrOpen(account, symbol.terms.baseAssetId);
  const quote = state.balances.findOrOpen(account, symbol.terms.quoteAssetId);
  return state.traders.open(account, symbol.number, base, quote);
}

/** A balance slot without making one; slot 0 is empty for ever. */
export function baseBalance(state: State, symbol: SpotSymbol, account: number, trader: number): number {
  if (trader !== 0) return state.traders.baseBalance(trader);
  return state.balances.find(account, symbol.terms.baseAssetId);
}

export function quoteBalance(state: State, symbol: SpotSymbol, account: number, trader: number): number {
  if (trader !== 0) return state.traders.quoteBalance(trader);
  return state.balances.find(account, symbol.terms.quoteAssetId);
}

/** What the book gives to this account, its own makers left out. */
function reach(
  state: State,
  symbol: SpotSymbol,
  account: number,
  isBuy: boolean,
  limitTicks: number,
  lots: number,
  maxTickLots: number,
): Reachable {
  const { traders, accounts, orders } = state;
  const isHouse = accounts.house[account] === 1;
  const trader = traders.find(account, symbol.number);
  const mayMeetOwn = isHouse || (trader !== 0 && traders.openOrders(trader) > 0);
  const isOwn = (maker: number): boolean => {
    const makerAccount = traders.account(orders.owner(maker));
    return makerAccount === account || (isHouse && accounts.house[makerAccount] === 1);
  };
  return symbol.book.reach(isBuy, limitTicks, lots, maxTickLots, mayMeetOwn ? isOwn : null);
}

/** Whether a number is a whole one above 0 and safe. */
export function isWhole(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}

export function refuse(code: RejectionCode): Outcome {
  return { ok: false, code };
}

function accepted(orderId: number, status: OrderStatus, filledLots: number, filledQuote: Amount): Outcome {
  return { ok: true, orderId, status, filledLots: filledLots as Lots, filledQuote };
}
