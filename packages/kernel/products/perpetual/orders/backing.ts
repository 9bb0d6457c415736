import type { Amount } from '@candor/money';
import { initialMargin, notionalOf, tradingFee } from '@candor/rules';
import { feeRates } from '../money/fee-rates.ts';
import type { PerpetualOrder, Trader } from '../state/entities.ts';
import type { PerpetualState } from '../state/perpetual-state.ts';

/** An order, and how many of its lots would open when the book reaches it. */
export interface Place {
  readonly order: PerpetualOrder;
  readonly opening: number;
}

/**
 * The resting orders of a trader in one direction as the book fills them, best price first and then first in line,
 * with what each would open: its lots beyond what those before it leave of the position. So a position backs as many
 * lots as it has and no more, and a fill in the book's order changes nothing of what the others need. `newcomer` is
 * one that is to rest yet, behind those at its price.
 */
export function placesInLine(trader: Trader, sign: 1 | -1, newcomer: PerpetualOrder | null = null): Place[] {
  const line: PerpetualOrder[] = [];
  for (const order of trader.orders) {
    if (order.slot !== 0 && order.sign === sign && order.leftLots !== 0) line.push(order);
  }
  if (newcomer !== null) line.push(newcomer);
  // orders of one price stand in the set as they stand in the book's queue
  line.sort((a, b) => sign * (b.terms.priceTicks! - a.terms.priceTicks!));
  const { both } = trader.positions;
  let left = both !== null && both.sign !== sign ? both.lots : 0;
  return line.map((order) => {
    const lots = order.leftLots;
    const closing = Math.min(left, lots);
    // a hedging user's orders against a position are reduce-only
    left -= closing;
    return { order, opening: order.reduceOnly ? 0 : lots - closing };
  });
}

/**
 * Margin to hold for a resting order: the initial margin of the part that would open, at the order's price and
 * rounded up, and the higher of the two fees of all of it.
 */
export function restingMargin(
  perp: PerpetualState,
  order: PerpetualOrder,
  lots: number,
  opening: number,
): bigint {
  if (order.reduceOnly || lots === 0) return 0n;
  const { user, symbol, leverage } = order.trader;
  const units = symbol.terms.quotePerTickLot;
  const price = order.terms.priceTicks!;
  const { makerPpm, takerPpm } = feeRates(perp, user, symbol);
  const fee = tradingFee(notionalOf(lots, price, units) as Amount, Math.max(makerPpm, takerPpm));
  return initialMargin(notionalOf(opening, price, units), leverage) + fee;
}

/** Returns the orders of a line whose opening part differs from the part that margin is held for. */
export function changesOf(line: readonly Place[]): Place[] {
  return line.filter(({ order, opening }) => opening !== order.openingLots);
}

/** An order that is to rest, and those that its place changes what is held for. */
export function changesWith(trader: Trader, newcomer: PerpetualOrder): Place[] {
  const line = placesInLine(trader, newcomer.sign, newcomer);
  return line.filter(({ order, opening }) => order === newcomer || opening !== order.openingLots);
}

/** Returns the total growth of the orders' holds. */
export function growthOf(perp: PerpetualState, places: readonly Place[]): bigint {
  let more = 0n;
  for (const { order, opening } of places) {
    more += restingMargin(perp, order, order.leftLots, opening) - order.held;
  }
  return more;
}
