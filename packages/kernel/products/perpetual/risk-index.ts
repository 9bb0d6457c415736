import { liquidationTicks } from '@candor/rules';
import { TriggerIndex } from '../../triggers/trigger-index.ts';
import type { PerpetualState } from './perpetual-state.ts';
import type { Position } from './position.ts';
import { crossCollateral, isNear, standingOf } from './risk.ts';
import type { PerpetualUser } from './trader.ts';

/**
 * Finds what a mark price liquidates without looking at the rest: isolated positions, and cross positions that are
 * their user's only one, stand at their liquidation prices. Users with several cross positions are looked at on every
 * tick. What is found is only near: whoever asks compares exactly.
 */
export class RiskIndex {
  readonly liquidations = new TriggerIndex();
  /** Where a warning is due; positions that were warned are not in it. */
  readonly warnings = new TriggerIndex();
  /** Users with several cross positions. */
  readonly several = new Set<PerpetualUser>();

  /** Computes the prices of a user's positions again, since one of them or the wallet changed. */
  place(perp: PerpetualState, user: PerpetualUser): void {
    const isSeveral = user.crossPositions.size > 1;
    if (isSeveral) this.several.add(user);
    else this.several.delete(user);
    for (const trader of user.traders.values()) {
      const { both, long, short } = trader.positions;
      if (both !== null) this.placeOne(perp, both, isSeveral);
      if (long !== null) this.placeOne(perp, long, isSeveral);
      if (short !== null) this.placeOne(perp, short, isSeveral);
    }
  }

  /** Takes warnings back where a change has made a user's positions safer: another one may be given then. */
  recover(perp: PerpetualState, user: PerpetualUser): void {
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

  forget(position: Position): void {
    this.liquidations.remove(position.positionId);
    this.warnings.remove(position.positionId);
  }

  private placeOne(perp: PerpetualState, position: Position, isSeveral: boolean): void {
    this.forget(position);
    if (isSeveral && !position.isIsolated) return;
    const { symbol, positionId: id, trader } = position;
    const collateral = position.isIsolated ? position.margin : crossCollateral(perp, trader.user);
    const direction = position.sign === 1 ? 'falling' : 'rising';
    const { symbolId } = symbol;
    const threshold = liquidationTicks(position, collateral, symbol.steps);
    if (threshold !== null) {
      this.liquidations.add({ id, symbolId, source: 'mark', direction, threshold });
    }
    if (position.isIsolated ? position.warned : trader.user.warned) return;
    const near = liquidationTicks(position, collateral, symbol.warningSteps);
    if (near !== null) {
      this.warnings.add({ id, symbolId, source: 'mark', direction, threshold: near });
    }
  }
}
