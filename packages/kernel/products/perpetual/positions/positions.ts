import { costOfPart, notionalOf } from '@candor/rules';
import { assert } from '../../../assert.ts';
import { postFee, postInsurance, postLiquidationFee, postPnl, setMargin } from '../money/postings.ts';
import type { PositionSide } from '../protocol/commands.ts';
import type { PositionChange } from '../protocol/events.ts';
import { forgetRisk } from '../risk/risk-index.ts';
import type { Trader } from '../state/entities.ts';
import { Position } from '../state/entities.ts';
import { unfreeze } from '../state/funding-round.ts';
import type { PerpetualState } from '../state/perpetual-state.ts';

/*
 * The only writer of positions beside funding. Invariants after each change: lots >= 0; a position without lots has no
 * entry cost and no margin and is in no list; a symbol has as many lots long as short; the clearing account of a symbol
 * is the negative sum of the signed entry costs of its positions, since profit is posted against what the cost changes by.
 */

/** Effect of a fill on one side of it. */
export interface FillPlan {
  readonly closing: number;
  readonly opening: number;
  readonly pnl: bigint;
  readonly fee: bigint;
  readonly feePpm: number;
  /** Margin that is no longer held for the order. */
  readonly heldRelease: bigint;
  /** Amounts that an isolated position's margin loses and gains. */
  readonly marginRelease: bigint;
  readonly marginAdd: bigint;
  /** The liquidation fee and what the insurance fund pays: only of a liquidation. */
  readonly liquidationFee: bigint;
  readonly fromInsurance: bigint;
}

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
  if (position !== null && perp.rounds.size > 0) freeze(perp, position);
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

/** Notes a position that has yet to pay or receive funding, before it changes. */
function freeze(perp: PerpetualState, position: Position): void {
  const round = perp.rounds.get(position.symbol);
  if (round?.freeze(position) === true) perp.scope.onDiscard(unfreeze, round, position.positionId, 0);
}

function close(position: Position, plan: FillPlan, priceTicks: number): void {
  const { symbol } = position;
  position.entryCost -= costOfPart(position, plan.closing);
  position.lots -= plan.closing;
  position.closedLots += plan.closing;
  position.closedValue += notionalOf(plan.closing, priceTicks, position.unitsPerTickLot);
  position.realisedPnl += plan.pnl;
  if (position.sign === 1) symbol.openLots -= plan.closing;
  assert(position.lots >= 0, 'no more of a position is closed than there is');
  assert(position.lots > 0 || position.entryCost === 0n, 'a closed position has no entry cost');
  assert(symbol.openLots >= 0, 'no more lots are closed than are open');
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
  perp.scope.onDiscard(dropPosition, perp, position, 0);
  return position;
}

function removePosition(perp: PerpetualState, position: Position): void {
  assert(position.margin === 0n, 'a closed position keeps no margin');
  const { trader } = position;
  trader.positions[position.positionSide] = null;
  trader.user.positionCount--;
  trader.user.crossPositions.delete(position);
  if (perp.scope.isOpen) perp.scope.onPersist(forgetPosition, perp, position, 0);
  else forgetPosition(perp, position);
}

function forgetPosition(perp: PerpetualState, position: Position): void {
  dropPosition(perp, position);
  forgetRisk(perp, position);
}

function dropPosition(perp: PerpetualState, position: Position): void {
  perp.positions.delete(position.positionId);
  perp.positionsIn(position.symbol).delete(position.positionId);
}

/**
 * Realises what the cross positions of a user have won, at the mark: a profit becomes cash and the entry cost the
 * present value, so that what one position has lost can be paid from what another has won.
 */
export function settleProfits(perp: PerpetualState, user: Trader['user']): void {
  for (const position of user.crossPositions) {
    perp.scope.keepPosition(position);
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
