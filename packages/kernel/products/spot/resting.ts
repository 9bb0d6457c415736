import type { PriceTicks } from '@candor/money';
import { assert } from '../../assert.ts';
import {
  FLAG_CLIENT_ID,
  FLAG_HOUSE,
  FLAG_LATE,
  FLAG_SELL,
  FLAG_TWIN,
  FLAG_WATCHED,
  ID,
  LEFT,
  ORDER_REALS,
  ORDER_WORDS,
  OWNER,
  OWNER_NEXT,
  OWNER_PREVIOUS,
  PLACE,
  PRICE,
} from '../../book/order-pool.ts';
import { DONE, DONE_SIZE, HAS_PRICE, IS_HOUSE, IS_SELL } from '../../events/records.ts';
import type { CancelledOrder } from '../../vocabulary.ts';
import type { SpotState } from './spot-state.ts';
import type { SpotSymbol } from './spot-symbol.ts';
import { BASE, FIRST_ORDER, LAST_ORDER, OPEN_ORDERS, QUOTE, TRADER_WORDS } from './traders.ts';

/** Puts an order into its book and its owner's list. Holds and client ids are the caller's. Returns its slot. */
export function link(
  state: SpotState,
  symbol: SpotSymbol,
  orderId: number,
  trader: number,
  flags: number,
  priceTicks: number,
  lots: number,
  left: number,
  createdMs: number,
): number {
  const slot = state.orders.allocate(orderId, trader, priceTicks, lots, left, flags, createdMs);
  symbol.book.append(slot);
  const owner = trader * TRADER_WORDS;
  const traders = state.traders.words;
  const orders = state.orders.words;
  const last = traders[owner + LAST_ORDER]!;
  orders[slot * ORDER_WORDS + OWNER_PREVIOUS] = last;
  orders[slot * ORDER_WORDS + OWNER_NEXT] = 0;
  if (last === 0) traders[owner + FIRST_ORDER] = slot;
  else orders[last * ORDER_WORDS + OWNER_NEXT] = slot;
  traders[owner + LAST_ORDER] = slot;
  traders[owner + OPEN_ORDERS]!++;
  return slot;
}

/**
 * Holds what a resting order may cost (or releases, below 0 lots): its whole value at its price, as no fill at that
 * price rounds.
 */
export function holdFor(
  state: SpotState,
  symbol: SpotSymbol,
  trader: number,
  isBuy: boolean,
  priceTicks: number,
  lots: number,
): void {
  const owner = trader * TRADER_WORDS;
  const { words } = state.traders;
  const { terms } = symbol;
  if (isBuy) state.balances.hold(words[owner + QUOTE]!, priceTicks * lots * terms.quotePerTickLot);
  else state.balances.hold(words[owner + BASE]!, lots * terms.basePerLot);
}

/** A resting order as others may see it. */
export function orderAt({ orders, symbols, traders }: SpotState, slot: number): CancelledOrder {
  return {
    orderId: orders.id(slot),
    symbolId: symbols[traders.symbol(orders.owner(slot))]!.listed.symbolId,
    side: (orders.flags(slot) & FLAG_SELL) === 0 ? 'buy' : 'sell',
    priceTicks: orders.priceTicks(slot) as PriceTicks,
  };
}

/**
 * Ends an order that is out of its book already: releases the remainder of its hold, takes it from all lists, emits its
 * end and frees its slot. `reason` is one of the records' REASON_ constants.
 */
export function retire(state: SpotState, symbol: SpotSymbol, slot: number, reason: number): void {
  const orders = state.orders.words;
  const traders = state.traders.words;
  const { reals } = state.orders;
  const order = slot * ORDER_WORDS;
  const flags = orders[order + PLACE]!;
  const isBuy = (flags & FLAG_SELL) === 0;
  const trader = orders[order + OWNER]!;
  const owner = trader * TRADER_WORDS;
  const left = reals[slot * ORDER_REALS + LEFT]!;
  const priceTicks = orders[order + PRICE]!;
  if (left !== 0) holdFor(state, symbol, trader, isBuy, priceTicks, -left);
  const previous = orders[order + OWNER_PREVIOUS]!;
  const next = orders[order + OWNER_NEXT]!;
  if (previous === 0) traders[owner + FIRST_ORDER] = next;
  else orders[previous * ORDER_WORDS + OWNER_NEXT] = next;
  if (next === 0) traders[owner + LAST_ORDER] = previous;
  else orders[next * ORDER_WORDS + OWNER_PREVIOUS] = previous;
  traders[owner + OPEN_ORDERS]!--;
  assert(traders[owner + OPEN_ORDERS]! >= 0, 'no more orders leave a trader than came');
  if ((flags & FLAG_CLIENT_ID) !== 0) state.clientIds.remove(slot);
  if ((flags & FLAG_LATE) !== 0) state.late.delete(reals[slot * ORDER_REALS + ID]!);
  if ((flags & FLAG_TWIN) !== 0) state.widow(reals[slot * ORDER_REALS + ID]!);
  let told = DONE | HAS_PRICE | reason;
  if (!isBuy) told |= IS_SELL;
  if ((flags & FLAG_HOUSE) !== 0) told |= IS_HOUSE;
  if ((flags & FLAG_WATCHED) !== 0) {
    const { quotePerTickLot, basePerLot } = symbol.terms;
    const held = isBuy ? priceTicks * left * quotePerTickLot : left * basePerLot;
    state.restingWatch!.ended(reals[slot * ORDER_REALS + ID]!, held);
  }
  const userId = state.traders.number(trader);
  const orderId = reals[slot * ORDER_REALS + ID]!;
  state.tape.order(DONE_SIZE, told, symbol.listed.symbolId, orderId, userId, priceTicks, left);
  state.orders.free(slot);
}

/** Takes a resting order out of its book and ends it. */
export function withdraw(state: SpotState, symbol: SpotSymbol, slot: number, reason: number): void {
  symbol.book.remove(slot);
  retire(state, symbol, slot, reason);
}
