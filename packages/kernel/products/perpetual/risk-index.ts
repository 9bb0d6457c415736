import { liquidationTicks } from '@candor/rules';
import type { PerpetualUser, Position } from './entities.ts';
import type { PerpetualState } from './perpetual-state.ts';
import { crossCollateral, isNear, standingOf } from './risk.ts';

/*
 * What a mark price liquidates is found without looking at the rest: isolated positions, and cross positions that are
 * their user's only one, stand at their liquidation prices. Users with several cross positions are looked at on every
 * tick. What is found is only near: whoever asks compares exactly.
 */

/** Computes the prices of a user's positions again, since one of them or the wallet changed. */
export function placeRisk(perp: PerpetualState, user: PerpetualUser): void {
  const isSeveral = user.crossPositions.size > 1;
  if (isSeveral) perp.several.add(user);
  else perp.several.delete(user);
  for (const trader of user.traders.values()) {
    const { both, long, short } = trader.positions;
    if (both !== null) placeOne(perp, both, isSeveral);
    if (long !== null) placeOne(perp, long, isSeveral);
    if (short !== null) placeOne(perp, short, isSeveral);
  }
}

/** Takes warnings back where a change has made a user's positions safer: another one may be given then. */
export function recoverRisk(perp: PerpetualState, user: PerpetualUser): void {
  if (user.warned) {
    const [position] = user.crossPositions;
    if (position === undefined || !isNear(standingOf(perp, position))) user.warned = false;
  }
  for (const trader of user.traders.values()) {
    for (const position of trader.openPositions()) {
      if (position.warned && !isNear(standingOf(perp, position))) position.warned = false;
    }
  }
}

export function forgetRisk(perp: PerpetualState, position: Position): void {
  perp.liquidations.remove(position.positionId);
  perp.warnings.remove(position.positionId);
}

function placeOne(perp: PerpetualState, position: Position, isSeveral: boolean): void {
  forgetRisk(perp, position);
  if (isSeveral && !position.isIsolated) return;
  const { symbol, positionId: id, trader } = position;
  const collateral = position.isIsolated ? position.margin : crossCollateral(perp, trader.user);
  const direction = position.sign === 1 ? 'falling' : 'rising';
  const { symbolId } = symbol;
  const threshold = liquidationTicks(position, collateral, symbol.steps);
  if (threshold !== null) {
    perp.liquidations.add({ id, symbolId, source: 'mark', direction, threshold });
  }
  if (position.isIsolated ? position.warned : trader.user.warned) return;
  const near = liquidationTicks(position, collateral, symbol.warningSteps);
  if (near !== null) {
    perp.warnings.add({ id, symbolId, source: 'mark', direction, threshold: near });
  }
}
