import { FLAG_HOUSE, FLAG_POST_ONLY, FLAG_QUOTE, FLAG_SELL } from '../../book/order-pool.ts';
import { CODE_SHIFT, HAS_PRICE, IS_HOUSE, IS_SELL } from '../../events/recorder.ts';
import type { State } from '../../state.ts';
import type { SpotSymbol } from './spot-symbol.ts';

export interface NewResting {
  readonly orderId: number;
  readonly trader: number;
  readonly isBuy: boolean;
  readonly isHouse: boolean;
  readonly isQuote: boolean;
  readonly postOnly: boolean;
  readonly priceTicks: number;
  readonly lots: number;
  readonly left: number;
  readonly createdMs: number;
  readonly clientOrderId: string | null;
}

/** Puts an order into its book and into every list that finds it. Holds are the caller's. Returns its slot. */
export function link(state: State, symbol: SpotSymbol, order: NewResting): number {
  const { orders, traders } = state;
  let flags = order.isBuy ? 0 : FLAG_SELL;
  if (order.isHouse) flags |= FLAG_HOUSE;
  if (order.isQuote) flags |= FLAG_QUOTE;
  if (order.postOnly) flags |= FLAG_POST_ONLY;
  const { trader } = order;
  const slot = orders.allocate(
    order.orderId,
    trader,
    order.priceTicks,
    order.lots,
    order.left,
    flags,
    order.createdMs,
  );
  symbol.book.append(slot);
  const last = traders.lastOrder(trader);
  orders.setOwnerPrevious(slot, last);
  orders.setOwnerNext(slot, 0);
  if (last === 0) traders.setFirstOrder(trader, slot);
  else orders.setOwnerNext(last, slot);
  traders.setLastOrder(trader, slot);
  traders.changeOpenOrders(trader, 1);
  if (order.clientOrderId !== null) {
    state.clientIds.insert(slot, traders.account(trader), order.clientOrderId);
  }
  return slot;
}

/** Holds what a resting order may cost: its whole value at its price, as no fill at that price rounds. */
export function holdFor(
  state: State,
  symbol: SpotSymbol,
  trader: number,
  isBuy: boolean,
  priceTicks: number,
  lots: number,
): void {
  if (isBuy)
    state.balances.hold(state.traders.quoteBalance(trader), priceTicks * lots * symbol.quotePerTickLot);
  else state.balances.hold(state.traders.baseBalance(trader), lots * symbol.basePerLot);
}

/**
 * Ends an order that is out of its book already: releases what remains of its hold, takes it from all lists, tells
 * of it and frees its slot.
 */
export function retire(state: State, symbol: SpotSymbol, slot: number, reason: number): void {
  const { orders, traders } = state;
  const flags = orders.flags(slot);
  const isBuy = (flags & FLAG_SELL) === 0;
  const trader = orders.owner(slot);
  const left = orders.left(slot);
  const priceTicks = orders.priceTicks(slot);
  if (left !== 0) holdFor(state, symbol, trader, isBuy, priceTicks, -left);
  const previous = orders.ownerPrevious(slot);
  const next = orders.ownerNext(slot);
  if (previous === 0) traders.setFirstOrder(trader, next);
  else orders.setOwnerNext(previous, next);
  if (next === 0) traders.setLastOrder(trader, previous);
  else orders.setOwnerPrevious(next, previous);
  traders.changeOpenOrders(trader, -1);
  if (orders.clientId(slot) !== null) state.clientIds.remove(slot);
  let told = HAS_PRICE | (reason << CODE_SHIFT);
  if (!isBuy) told |= IS_SELL;
  if ((flags & FLAG_HOUSE) !== 0) told |= IS_HOUSE;
  state.recorder.done(orders.id(slot), state.userOf(trader), symbol.terms.symbolId, told, priceTicks, left);
  orders.free(slot);
}

/** Takes a resting order out of its book and ends it. */
export function withdraw(state: State, symbol: SpotSymbol, slot: number, reason: number): void {
  symbol.book.remove(slot);
  retire(state, symbol, slot, reason);
}
