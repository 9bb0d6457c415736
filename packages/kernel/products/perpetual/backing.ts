import type { Amount } from '@candor/money';
import { initialMargin, notionalOf, type PositionTerms, tradingFee } from '@candor/rules';
import type { PerpetualOrder, Trader } from './entities.ts';
import { feeRates } from './fee-rates.ts';
import type { PerpetualState } from './perpetual-state.ts';

/** What is read of resting orders to see how they are backed: as they are, or as a forecast has them. */
export interface Resting {
  leftOf(order: PerpetualOrder): number;
  openingOf(order: PerpetualOrder): number;
  heldOf(order: PerpetualOrder): bigint;
  /** The position of a trader who does not hedge. */
  bothOf(trader: Trader): PositionTerms | null;
}

const AS_THEY_ARE: Resting = {
  leftOf: (order) => order.leftLots,
  openingOf: (order) => order.openingLots,
  heldOf: (order) => order.held,
  bothOf: (trader) => trader.positions.both,
};

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
export function placesInLine(
  trader: Trader,
  sign: 1 | -1,
  newcomer: PerpetualOrder | null = null,
  resting: Resting = AS_THEY_ARE,
): Place[] {
  const line: PerpetualOrder[] = [];
  for (const order of trader.orders) {
    if (order.slot !== 0 && order.sign === sign && resting.leftOf(order) !== 0) line.push(order);
  }
  if (newcomer !== null) line.push(newcomer);
  // orders of one price stand in the set as they stand in the book's queue
  line.sort((a, b) => sign * (b.terms.priceTicks! - a.terms.priceTicks!));
  const both = resting.bothOf(trader);
  let left = both !== null && both.sign !== sign ? both.lots : 0;
  return line.map((order) => {
    const lots = resting.leftOf(order);
    const closing = Math.min(left, lots);
    // a hedging user's orders against a position are reduce-only
    left -= closing;
    return { order, opening: order.reduceOnly ? 0 : lots - closing };
  });
}

/**
 * What resting asks to be held: the initial margin of what would open, at the order's price and rounded up, and the
 * higher of the two fees of all of it.
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

/** Of a line, the orders whose part that opens is another than what is held for. */
export function changesOf(line: readonly Place[], resting: Resting = AS_THEY_ARE): Place[] {
  return line.filter(({ order, opening }) => opening !== resting.openingOf(order));
}

/** An order that is to rest, and those that its place changes what is held for. */
export function changesWith(trader: Trader, newcomer: PerpetualOrder): Place[] {
  const line = placesInLine(trader, newcomer.sign, newcomer);
  return line.filter(({ order, opening }) => order === newcomer || opening !== order.openingLots);
}

/** What the holds of orders grow by together. */
export function growthOf(
  perp: PerpetualState,
  places: readonly Place[],
  resting: Resting = AS_THEY_ARE,
): bigint {
  let more = 0n;
  for (const { order, opening } of places) {
    more += restingMargin(perp, order, resting.leftOf(order), opening) - resting.heldOf(order);
  }
  return more;
}
