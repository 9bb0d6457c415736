import type { Amount, Lots, PriceTicks } from '@candor/money';
import { initialMargin, notionalOf, tradingFee } from '@candor/rules';
import { FLAG_HOUSE, FLAG_POST_ONLY, FLAG_QUOTE, FLAG_SELL } from '../../book/order-pool.ts';
import type { PerpetualOrder, Position } from './entities.ts';
import type { PerpetualDoneReason } from './events.ts';
import { feeRates } from './fee-rates.ts';
import { closedBy } from './fill-plan.ts';
import { hold } from './money.ts';
import type { PerpetualState } from './perpetual-state.ts';

/** Takes an order into the lists of those that are open. */
export function list(perp: PerpetualState, order: PerpetualOrder): void {
  const { trader, terms } = order;
  perp.orders.set(order.orderId, order);
  trader.orders.add(order);
  trader.user.orderCount++;
  if (terms.clientOrderId !== null) {
    perp.clientIds.set(clientKey(trader.user.userId, terms.clientOrderId), order);
  }
}

function unlist(perp: PerpetualState, order: PerpetualOrder): void {
  const { trader, terms } = order;
  perp.orders.delete(order.orderId);
  trader.orders.delete(order);
  trader.user.orderCount--;
  if (terms.clientOrderId !== null) {
    perp.clientIds.delete(clientKey(trader.user.userId, terms.clientOrderId));
  }
}

export function clientKey(userId: number, clientOrderId: string): string {
  return `${userId} ${clientOrderId}`;
}

/**
 * What resting asks to be held: the initial margin of what would open, at the order's price and rounded up, and the
 * higher of the two fees of all of it.
 */
export function restingMargin(perp: PerpetualState, order: PerpetualOrder): bigint {
  if (order.reduceOnly) return 0n;
  const { trader, leftLots } = order;
  const { symbol, leverage } = trader;
  const units = symbol.terms.quotePerTickLot;
  const price = order.terms.priceTicks!;
  const opening = Math.max(0, leftLots - (closedBy(order)?.lots ?? 0));
  const { makerPpm, takerPpm } = feeRates(perp, trader.user, symbol);
  const fee = tradingFee(notionalOf(leftLots, price, units) as Amount, Math.max(makerPpm, takerPpm));
  return initialMargin(notionalOf(opening, price, units), leverage) + fee;
}

/** Rests what is left of a listed order, and holds `margin` for it. */
export function rest(perp: PerpetualState, order: PerpetualOrder, margin: bigint): void {
  const { trader, terms } = order;
  let flags = terms.sign === 1 ? 0 : FLAG_SELL;
  if (trader.user.isHouse) flags |= FLAG_HOUSE;
  if (terms.postOnly) flags |= FLAG_POST_ONLY;
  if (order.isQuote) flags |= FLAG_QUOTE;
  const { leftLots } = order;
  const price = terms.priceTicks!;
  const lots = terms.lots - order.cutLots;
  const slot = perp.pool.allocate(
    order.orderId,
    trader.number,
    price,
    lots,
    leftLots,
    flags,
    order.createdMs,
  );
  trader.symbol.book.append(slot);
  order.slot = slot;
  perp.bySlot[slot] = order;
  setHeld(perp, order, margin);
  if (order.reduceOnly) {
    order.reduces = closedBy(order);
    order.reduces?.reducers.add(order);
  }
}

export function tellRested(perp: PerpetualState, order: PerpetualOrder): void {
  const { trader, terms } = order;
  perp.core.tape.note({
    type: 'perpetualOrderRested',
    orderId: order.orderId,
    userId: trader.user.userId,
    symbolId: trader.symbol.symbolId,
    side: terms.sign === 1 ? 'buy' : 'sell',
    priceTicks: terms.priceTicks!,
    lots: order.leftLots as Lots,
    house: trader.user.isHouse,
  });
}

/** Sets what is held for an order. */
export function setHeld(perp: PerpetualState, order: PerpetualOrder, held: bigint): void {
  const { user } = order.trader;
  const more = held - order.held;
  order.held = held;
  user.orderMargin += more;
  hold(perp, user, more);
}

/** Ends an order that is in no book any more: releases, frees its place and tells. */
export function retire(perp: PerpetualState, order: PerpetualOrder, reason: PerpetualDoneReason): void {
  const { trader, terms, slot } = order;
  setHeld(perp, order, 0n);
  if (slot !== 0) {
    perp.pool.free(slot);
    perp.bySlot[slot] = undefined;
    order.slot = 0;
  }
  order.reduces?.reducers.delete(order);
  order.reduces = null;
  if (order.isWaiting) {
    order.isWaiting = false;
    perp.triggers.remove(order.orderId);
  }
  unlist(perp, order);
  perp.core.tape.note({
    type: 'perpetualOrderDone',
    orderId: order.orderId,
    userId: trader.user.userId,
    symbolId: trader.symbol.symbolId,
    side: terms.sign === 1 ? 'buy' : 'sell',
    priceTicks: terms.priceTicks,
    reason,
    removedLots: (slot === 0 ? 0 : order.leftLots) as Lots,
    house: trader.user.isHouse,
  });
}

/** Ends an order that rests, waits, or is at work. */
export function withdraw(perp: PerpetualState, order: PerpetualOrder, reason: PerpetualDoneReason): void {
  if (order.slot !== 0) order.trader.symbol.book.remove(order.slot);
  retire(perp, order, reason);
}

/** Cuts resting reduce-only orders to what is left of their position, the newest first. */
export function trimReducers(perp: PerpetualState, position: Position): void {
  if (position.reducers.size === 0) return;
  let excess = -position.uncoveredLots();
  if (excess <= 0) return;
  const newestFirst = [...position.reducers].sort((a, b) => b.orderId - a.orderId);
  for (const order of newestFirst) {
    if (excess <= 0) return;
    const cut = Math.min(excess, order.leftLots);
    excess -= cut;
    if (cut === order.leftLots) withdraw(perp, order, 'position');
    else cutResting(perp, order, cut);
  }
}

function cutResting(perp: PerpetualState, order: PerpetualOrder, lots: number): void {
  const { trader, terms } = order;
  trader.symbol.book.reduce(order.slot, lots);
  order.leftLots -= lots;
  order.cutLots += lots;
  perp.core.tape.note({
    type: 'perpetualOrderCut',
    orderId: order.orderId,
    userId: trader.user.userId,
    symbolId: trader.symbol.symbolId,
    side: terms.sign === 1 ? 'buy' : 'sell',
    priceTicks: terms.priceTicks as PriceTicks,
    removedLots: lots as Lots,
    lots: order.leftLots as Lots,
    house: trader.user.isHouse,
  });
}
