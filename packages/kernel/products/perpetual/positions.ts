import { costOfPart, notionalOf } from '@candor/rules';
import type { PositionSide } from './commands.ts';
import type { Trader } from './entities.ts';
import { Position } from './entities.ts';
import type { PositionChange } from './events.ts';
import type { FillPlan } from './fill-plan.ts';
import { postFee, postInsurance, postLiquidationFee, postPnl, setMargin } from './money.ts';
import type { PerpetualState } from './perpetual-state.ts';
import { forgetRisk } from './risk-index.ts';

/**
 * Does to a position what was planned: posts, and changes it. Returns the position that lots were opened in, else the
 * one that they closed. `sign` is the fill's: 1 buys.
 */
export function applyFill(
  perp: PerpetualState,
  trader: Trader,
  side: PositionSide,
  sign: 1 | -1,
  plan: FillPlan,
  priceTicks: number,
  change: PositionChange,
  ref: { readonly tradeId: number; readonly orderId: number },
): Position {
  const { user, symbol } = trader;
  const position = trader.position(side);
  if (plan.marginRelease !== 0n) setMargin(perp, position!, position!.margin - plan.marginRelease);
  if (plan.fromInsurance !== 0n) postInsurance(perp, user, plan.fromInsurance, ref);
  if (plan.closing !== 0) postPnl(perp, user, symbol, plan.pnl, ref);
  postFee(perp, user, plan.fee, ref);
  if (plan.liquidationFee !== 0n) postLiquidationFee(perp, user, plan.liquidationFee, ref);
  let told = position;
  if (plan.closing !== 0) {
    close(position!, plan, priceTicks);
    perp.touch(position!, change);
    if (position!.lots === 0) {
      const paid = plan.marginRelease + plan.pnl + plan.fromInsurance - plan.liquidationFee;
      position!.returned = position!.isIsolated ? paid : 0n;
      removePosition(perp, position!);
    }
  }
  if (plan.opening !== 0) {
    const opened = trader.position(side) ?? addPosition(perp, trader, side, sign);
    open(opened, plan.opening, priceTicks);
    perp.touch(opened, change);
    told = opened;
  }
  if (plan.marginAdd !== 0n) setMargin(perp, told!, told!.margin + plan.marginAdd);
  told!.fees += plan.fee + plan.liquidationFee;
  return told!;
}

function close(position: Position, plan: FillPlan, priceTicks: number): void {
  const { symbol } = position;
  position.entryCost -= costOfPart(position, plan.closing);
  position.lots -= plan.closing;
  position.closedLots += plan.closing;
  position.closedValue += notionalOf(plan.closing, priceTicks, position.unitsPerTickLot);
  position.realisedPnl += plan.pnl;
  if (position.sign === 1) symbol.openLots -= plan.closing;
}

function open(position: Position, lots: number, priceTicks: number): void {
  const cost = notionalOf(lots, priceTicks, position.unitsPerTickLot);
  position.entryCost += cost;
  position.lots += lots;
  position.openedLots += lots;
  position.openedCost += cost;
  if (position.lots > position.maxLots) position.maxLots = position.lots;
  if (position.sign === 1) position.symbol.openLots += lots;
}

function addPosition(perp: PerpetualState, trader: Trader, side: PositionSide, sign: 1 | -1): Position {
  const { core } = perp;
  return linkPosition(perp, new Position(++core.lastOrderId, trader, side, sign, core.timeMs));
}

/** Puts a position into all lists. */
export function linkPosition(perp: PerpetualState, position: Position): Position {
  const { trader, symbol, positionId } = position;
  perp.positions.set(positionId, position);
  perp.positionsIn(symbol).set(positionId, position);
  trader.positions[position.positionSide] = position;
  trader.user.positionCount++;
  if (!position.isIsolated) trader.user.crossPositions.add(position);
  return position;
}

function removePosition(perp: PerpetualState, position: Position): void {
  const { trader, symbol, positionId } = position;
  perp.positions.delete(positionId);
  perp.positionsIn(symbol).delete(positionId);
  trader.positions[position.positionSide] = null;
  trader.user.positionCount--;
  trader.user.crossPositions.delete(position);
  forgetRisk(perp, position);
}

/**
 * Realises what the cross positions of a user have won, at the mark: a profit becomes cash and the entry cost the
 * present value, so that what one position has lost can be paid from what another has won.
 */
export function settleProfits(perp: PerpetualState, user: Trader['user']): void {
  for (const position of user.crossPositions) {
    const { symbol } = position;
    const value = notionalOf(position.lots, symbol.mark.markTicks, position.unitsPerTickLot);
    const pnl = position.sign === 1 ? value - position.entryCost : position.entryCost - value;
    if (pnl <= 0n || symbol.mark.indexTicks === 0) continue;
    postPnl(perp, user, symbol, pnl, { tradeId: 0, orderId: position.positionId });
    position.entryCost = value;
    position.realisedPnl += pnl;
    perp.touch(position, 'settled');
  }
}
