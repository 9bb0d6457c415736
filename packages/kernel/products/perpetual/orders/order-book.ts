import type { Lots, PriceTicks } from '@candor/money';
import { assert } from '../../../assert.ts';
import type { Book } from '../../../book/book.ts';
import { FLAG_HOUSE, FLAG_POST_ONLY, FLAG_QUOTE, FLAG_SELL } from '../../../book/order-pool.ts';
import { hold } from '../money/postings.ts';
import type { PerpetualDoneReason } from '../protocol/events.ts';
import type { PerpetualOrder, Position, Trader } from '../state/entities.ts';
import type { PerpetualState } from '../state/perpetual-state.ts';
import { changesOf, changesWith, growthOf, type Place, placesInLine, restingMargin } from './backing.ts';
import { closedBy } from './order-terms.ts';

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
  const { trader } = order;
  trader.orders.delete(order);
  trader.user.orderCount--;
  if (perp.scope.isOpen) perp.scope.onPersist(forget, perp, order, 0);
  else forget(perp, order);
}

function forget(perp: PerpetualState, order: PerpetualOrder): void {
  const { trader, terms } = order;
  perp.orders.delete(order.orderId);
  if (terms.clientOrderId !== null) {
    perp.clientIds.delete(clientKey(trader.user.userId, terms.clientOrderId));
  }
}

function freeSlot(perp: PerpetualState, slot: number): void {
  perp.pool.free(slot);
  perp.bySlot[slot] = undefined;
}

export const SIGNS = [1, -1] as const;

export function clientKey(userId: number, clientOrderId: string): string {
  return `${userId} ${clientOrderId}`;
}

/**
 * Rests the remainder of a listed order and emits so, if the margin of it and of the orders behind it can be held;
 * else returns false. One that only reduces always rests: orders that cannot be held behind it leave.
 */
export function restIfBacked(perp: PerpetualState, order: PerpetualOrder): boolean {
  const { trader } = order;
  const changed = changesWith(trader, order);
  if (!order.reduceOnly && growthOf(perp, changed) > perp.available(trader.user)) return false;
  rest(perp, order, 0n);
  tellRested(perp, order);
  if (order.reduceOnly) backTogether(perp, trader);
  else holdFor(perp, changed);
  return true;
}

/** Rests what is left of a listed order, and holds `margin` for it. */
export function rest(perp: PerpetualState, order: PerpetualOrder, margin: bigint): void {
  const { trader, terms } = order;
  let flags = terms.sign === 1 ? 0 : FLAG_SELL;
  if (trader.user.isHouse) flags |= FLAG_HOUSE;
  if (terms.postOnly) flags |= FLAG_POST_ONLY;
  if (order.isQuote) flags |= FLAG_QUOTE;
  const { leftLots } = order;
  assert(order.slot === 0 && leftLots > 0, 'only an order with lots left rests, once');
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
  trader.orders.delete(order);
  trader.orders.add(order);
  order.slot = slot;
  perp.bySlot[slot] = order;
  setHeld(perp, order, margin);
  if (order.reduceOnly) {
    order.reduces = closedBy(order);
    order.reduces?.reducers.add(order);
  }
}

function tellRested(perp: PerpetualState, order: PerpetualOrder): void {
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
  assert(held >= 0n, 'an order holds nothing below 0');
  const more = held - order.held;
  order.held = held;
  user.orderMargin += more;
  hold(perp, user, more);
}

/** Holds for orders what their places ask for: what is released first may pay for what is held then. */
function holdFor(perp: PerpetualState, places: readonly Place[]): void {
  const asked = places.map(({ order, opening }) => restingMargin(perp, order, order.leftLots, opening));
  for (const [i, { order }] of places.entries()) if (asked[i]! < order.held) setHeld(perp, order, asked[i]!);
  for (const [i, { order, opening }] of places.entries()) {
    setHeld(perp, order, asked[i]!);
    order.openingLots = opening;
  }
}

/** Releases what orders of which less would open need no longer. A fee that rose meanwhile takes nothing. */
function release(perp: PerpetualState, trader: Trader, sign: 1 | -1): void {
  for (const { order, opening } of placesInLine(trader, sign)) {
    if (opening >= order.openingLots) continue;
    const asked = restingMargin(perp, order, order.leftLots, opening);
    if (asked < order.held) setHeld(perp, order, asked);
    order.openingLots = opening;
  }
}

/**
 * Backs the resting orders of a trader again, whose position changed, or the orders that only reduce it. Where that
 * cannot be held, orders that open leave the book, the last in line first.
 */
export function backTogether(perp: PerpetualState, trader: Trader): void {
  if (trader.orders.size === 0) return;
  for (const sign of SIGNS) release(perp, trader, sign);
  for (const sign of SIGNS) {
    for (;;) {
      const line = placesInLine(trader, sign);
      const changed = changesOf(line);
      if (changed.length === 0) break;
      if (growthOf(perp, changed) <= perp.available(trader.user)) {
        holdFor(perp, changed);
        break;
      }
      withdraw(perp, line.findLast(({ opening }) => opening > 0)!.order, 'margin');
    }
  }
}

/** Ends an order that is in no book any more: releases, frees its place and emits its end. */
export function retire(perp: PerpetualState, order: PerpetualOrder, reason: PerpetualDoneReason): void {
  const { trader, terms, slot } = order;
  setHeld(perp, order, 0n);
  if (slot !== 0) {
    if (perp.scope.isOpen) perp.scope.onPersist(freeSlot, perp, slot, 0);
    else freeSlot(perp, slot);
    order.slot = 0;
  }
  order.reduces?.reducers.delete(order);
  order.reduces = null;
  if (order.isWaiting) {
    order.isWaiting = false;
    perp.triggers.remove(order.orderId);
    perp.retrying.delete(order.orderId);
  }
  unlist(perp, order);
  // other orders may close the lots that it would have closed
  if (slot !== 0 && order.leftLots > order.openingLots) release(perp, trader, order.sign);
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

function putBack(book: Book, slot: number): void {
  book.putBack(slot);
}

function putLots(book: Book, slot: number, lots: number): void {
  book.putLots(slot, lots);
}

/** Ends an order that rests, waits, or is at work. */
export function withdraw(perp: PerpetualState, order: PerpetualOrder, reason: PerpetualDoneReason): void {
  const { slot, trader } = order;
  if (slot !== 0) {
    const { book } = trader.symbol;
    book.remove(slot);
    perp.scope.onDiscard(putBack, book, slot, 0);
  }
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
  const { book } = trader.symbol;
  book.reduce(order.slot, lots);
  perp.scope.onDiscard(putLots, book, order.slot, lots);
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
