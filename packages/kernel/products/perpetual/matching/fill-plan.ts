import type { Amount } from '@candor/money';
import {
  initialMargin,
  liquidationFee,
  notionalOf,
  openingLimitTicks,
  realisedPnl,
  releasedMargin,
  tierOf,
  tradingFee,
  unrealisedPnl,
} from '@candor/rules';
import { restingMargin } from '../orders/backing.ts';
import { closedBy } from '../orders/order-terms.ts';
import type { FillPlan } from '../positions/positions.ts';
import { notionalAtMark, unrealisedOf } from '../risk/risk.ts';
import type { PerpetualOrder, Position } from '../state/entities.ts';
import type { PerpetualState } from '../state/perpetual-state.ts';

/**
 * Plans the fill of so many lots of an order; null where it can't be: when the wallet would not cover it, an
 * isolated position would lose more than its margin, or the opened part would be liquidated at once.
 */
export function planFill(
  perp: PerpetualState,
  order: PerpetualOrder,
  lots: number,
  priceTicks: number,
  feePpm: number,
): FillPlan | null {
  const { trader } = order;
  const { user, symbol } = trader;
  const units = symbol.terms.quotePerTickLot;
  const position = closedBy(order);
  const closing = position === null ? 0 : Math.min(lots, position.lots);
  const opening = lots - closing;
  const pnl = closing === 0 ? 0n : realisedPnl(position!, closing, priceTicks);
  const isIsolated = trader.marginMode === 'isolated';
  let marginRelease = 0n;
  if (closing !== 0 && isIsolated) {
    const { margin } = position!;
    if (margin + pnl < 0n) return null;
    marginRelease = releasedMargin(margin, closing, position!.lots, pnl);
  }
  const openedNotional = notionalOf(opening, priceTicks, units);
  const marginAdd = opening === 0 || !isIsolated ? 0n : initialMargin(openedNotional, trader.leverage);
  const fee = tradingFee(notionalOf(lots, priceTicks, units) as Amount, feePpm);
  // a maker is the first in line of its trader, so what is left of it would open less by what opens now
  const { leftLots, openingLots, held } = order;
  const openingLeft = Math.max(0, openingLots - opening);
  const asked = order.slot === 0 ? 0n : restingMargin(perp, order, leftLots - lots, openingLeft);
  const heldRelease = asked < held ? held - asked : 0n;
  const left = perp.available(user) + heldRelease + pnl + marginRelease - fee - marginAdd;
  if (left < 0n) return null;
  if (opening !== 0) {
    if (isIsolated && !isOpeningSafe(order, opening, priceTicks)) return null;
    if (!isIsolated || user.crossPositions.size !== 0) {
      if (left < crossNeedAfter(order, opening, openedNotional)) return null;
    }
  }
  return {
    closing,
    opening,
    pnl,
    fee,
    feePpm,
    heldRelease,
    marginRelease,
    marginAdd,
    liquidationFee: 0n,
    fromInsurance: 0n,
  };
}

/** True when an isolated position that grows at this price is worth more than its maintenance margin at the mark. */
function isOpeningSafe(order: PerpetualOrder, opening: number, priceTicks: number): boolean {
  const { trader, sign } = order;
  const { mark, steps, terms } = trader.symbol;
  const existing = trader.position(order.positionSide);
  const lots = opening + (existing !== null && existing.sign === sign ? existing.lots : 0);
  const step = steps[tierOf(notionalOf(lots, mark.markTicks, terms.quotePerTickLot), steps)]!;
  const limit = openingLimitTicks(sign, mark.markTicks, trader.leverage, step.mmrPpm);
  return limit === null || (sign === 1 ? priceTicks <= limit : priceTicks >= limit);
}

/** Computes `crossNeed` with the order's position as it would be. */
function crossNeedAfter(order: PerpetualOrder, opening: number, openedNotional: bigint): bigint {
  const { trader, sign } = order;
  const { symbol } = trader;
  const units = symbol.terms.quotePerTickLot;
  const replaced = trader.position(order.positionSide);
  const { markTicks } = symbol.mark;
  let pnl = 0n;
  let need = 0n;
  for (const position of trader.user.crossPositions) {
    if (position === replaced) continue;
    pnl += unrealisedOf(position);
    need += initialMargin(notionalAtMark(position), position.trader.leverage);
  }
  if (trader.marginMode === 'cross') {
    const grows = replaced !== null && replaced.sign === sign;
    const lots = opening + (grows ? replaced.lots : 0);
    const entryCost = openedNotional + (grows ? replaced.entryCost : 0n);
    pnl += unrealisedPnl({ sign, lots, entryCost, unitsPerTickLot: units }, markTicks);
    need += initialMargin(notionalOf(lots, markTicks, units), trader.leverage);
  }
  return pnl < 0n ? need - pnl : need;
}

/**
 * Plans closing a part of a liquidated position. All of its margin (of a cross one, all of the wallet's cash)
 * stands for the loss, the insurance fund for the rest; the fee is taken from the remainder, as far as that goes. Null
 * where the insurance fund may not pay so much. `isLast`: all that is left of it is closed at this price, part by part,
 * so a part's fee takes nothing that another's loss needs.
 */
export function planLiquidation(
  perp: PerpetualState,
  position: Position,
  lots: number,
  priceTicks: number,
  mayUseInsurance: boolean,
  isLast = false,
): FillPlan | null {
  const { symbol, trader } = position;
  const pnl = realisedPnl(position, lots, priceTicks);
  const stake = position.isIsolated ? position.margin : perp.available(trader.user);
  const left = stake + pnl;
  const fromInsurance = left < 0n ? -left : 0n;
  if (fromInsurance > (mayUseInsurance ? perp.insurance() : 0n)) return null;
  const notional = notionalOf(lots, priceTicks, position.unitsPerTickLot);
  const afterAll = isLast ? stake + realisedPnl(position, position.lots, priceTicks) : left;
  const fee = liquidationFee(notional, symbol.listed.liquidationFeePpm, left, afterAll);
  const keeps = position.isIsolated && lots < position.lots;
  return {
    closing: lots,
    opening: 0,
    pnl,
    fee: 0n,
    feePpm: 0,
    heldRelease: 0n,
    marginRelease: position.isIsolated ? position.margin : 0n,
    marginAdd: keeps && left > 0n ? left - fee : 0n,
    liquidationFee: fee,
    fromInsurance,
  };
}

/**
 * Plans being deleveraged: closing without a fee. Null where the position can't cover its loss. `cashBefore` is the
 * wallet's gain before: of a user whose long and short position are closed against each other.
 */
export function planDeleveraging(
  perp: PerpetualState,
  position: Position,
  lots: number,
  priceTicks: number,
  cashBefore: bigint,
): FillPlan | null {
  const pnl = realisedPnl(position, lots, priceTicks);
  let marginRelease = 0n;
  if (position.isIsolated) {
    if (position.margin + pnl < 0n) return null;
    marginRelease = releasedMargin(position.margin, lots, position.lots, pnl);
  } else if (perp.available(position.trader.user) + cashBefore + pnl < 0n) {
    return null;
  }
  return {
    closing: lots,
    opening: 0,
    pnl,
    fee: 0n,
    feePpm: 0,
    heldRelease: 0n,
    marginRelease,
    marginAdd: 0n,
    liquidationFee: 0n,
    fromInsurance: 0n,
  };
}
