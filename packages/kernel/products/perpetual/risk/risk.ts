import {
  bankruptcyTicks,
  crossShare,
  favourableTicks,
  initialMargin,
  isLiquidated,
  notionalOf,
  positionMaintenance,
  unrealisedPnl,
} from '@candor/rules';
import type { PerpetualUser, Position } from '../state/entities.ts';
import type { PerpetualState } from '../state/perpetual-state.ts';

/*
 * Equity of positions against their maintenance margin, always computed from the state as it is: nothing here is
 * stored. An isolated position stands alone with its margin. All cross positions of a user stand together with the wallet
 * less the isolated margins, holds included. Equity is exact in base units, maintenance in millionths of one, and they
 * are compared without rounding, so that a price liquidates or does not on every machine.
 */

/** Collateral and maintenance margin of a position, or of all cross positions of a user. */
export interface MarginState {
  /** Before unrealised profit: the isolated margin, or the wallet without isolated margins. */
  readonly collateral: bigint;
  readonly equity: bigint;
  /** In millionths of a base unit. */
  readonly maintenance: bigint;
}

export function unrealisedOf(position: Position): bigint {
  return unrealisedPnl(position, position.symbol.mark.markTicks);
}

export function notionalAtMark(position: Position): bigint {
  return notionalOf(position.lots, position.symbol.mark.markTicks, position.unitsPerTickLot);
}

export function maintenanceOf(position: Position): bigint {
  return positionMaintenance(position, position.symbol.mark.markTicks, position.symbol.steps);
}

/** The wallet without isolated margins: what stands for cross positions, held for orders or not. */
export function crossCollateral(perp: PerpetualState, user: PerpetualUser): bigint {
  return perp.core.balances.total(user.balance) - user.isolatedMargin;
}

export function isolatedMarginState(position: Position): MarginState {
  return {
    collateral: position.margin,
    equity: position.margin + unrealisedOf(position),
    maintenance: maintenanceOf(position),
  };
}

/** Margin state of all cross positions of a user at their last marks, as it is shown and ranked by. */
export function crossMarginState(perp: PerpetualState, user: PerpetualUser): MarginState {
  const collateral = crossCollateral(perp, user);
  let equity = collateral;
  let maintenance = 0n;
  for (const position of user.crossPositions) {
    equity += unrealisedOf(position);
    maintenance += maintenanceOf(position);
  }
  return { collateral, equity, maintenance };
}

/** Margin state of a position at the last marks. */
export function marginStateAtMarks(perp: PerpetualState, position: Position): MarginState {
  return position.isIsolated ? isolatedMarginState(position) : crossMarginState(perp, position.trader.user);
}

/**
 * Margin state by which a user is warned and liquidated. A cross position whose index is stale is valued in its owner's
 * favour, a tenth beyond the last mark, and asks for no maintenance margin: so it liquidates nobody, and shields the
 * others by no more than a tenth of its notional. One that is halted has a mark that says what it is worth, and counts
 * as any other.
 */
export function marginStateOf(perp: PerpetualState, position: Position): MarginState {
  if (position.isIsolated) return isolatedMarginState(position);
  const { user } = position.trader;
  const collateral = crossCollateral(perp, user);
  let equity = collateral;
  let maintenance = 0n;
  for (const each of user.crossPositions) {
    if (each.symbol.isStale) {
      equity += unrealisedPnl(each, favourableTicks(each.sign, each.symbol.mark.markTicks));
    } else {
      equity += unrealisedOf(each);
      maintenance += maintenanceOf(each);
    }
  }
  return { collateral, equity, maintenance };
}

/** True when any cross position of a user can be liquidated: its index is fresh and it is traded. */
export function hasLive(user: PerpetualUser): boolean {
  for (const { symbol } of user.crossPositions) if (symbol.isLive) return true;
  return false;
}

export function isUnsafe({ equity, maintenance }: MarginState): boolean {
  return isLiquidated(equity, maintenance);
}

/** True when a warning is due: maintenance margin is four fifths of the equity or more. */
export function isNear({ equity, maintenance }: MarginState): boolean {
  return isLiquidated(equity * 4n, maintenance * 5n);
}

/**
 * Amount that a user may use for new orders or transfer away: the available balance, as long as the cross positions
 * keep the margin of their leverages at the mark. Unrealised losses count and unrealised profits do not. While the
 * index of a cross position is stale nothing may.
 */
export function freeOf(perp: PerpetualState, user: PerpetualUser): bigint {
  const available = perp.available(user);
  if (user.crossPositions.size === 0) return available;
  let stale = false;
  for (const position of user.crossPositions) stale ||= position.symbol.isStale;
  if (stale) return 0n;
  const free = available - crossNeed(user);
  return free < 0n ? 0n : free;
}

/** Part of the available balance that cross positions need: their initial margins and their losses. */
export function crossNeed(user: PerpetualUser): bigint {
  let pnl = 0n;
  let need = 0n;
  for (const position of user.crossPositions) {
    pnl += unrealisedOf(position);
    need += initialMargin(notionalAtMark(position), position.trader.leverage);
  }
  return pnl < 0n ? need - pnl : need;
}

/** The value that stands for a position at the mark when it alone is to be closed. */
export function closingValue(perp: PerpetualState, position: Position, marginState: MarginState): bigint {
  if (position.isIsolated) return marginState.equity;
  const cash = perp.available(position.trader.user) + unrealisedOf(position);
  return crossShare(marginState.equity, maintenanceOf(position), marginState.maintenance, cash);
}

/** The bankruptcy price of a position at the present mark. */
export function bankruptcyOf(perp: PerpetualState, position: Position, marginState: MarginState): number {
  const { symbol } = position;
  const value = closingValue(perp, position, marginState);
  return bankruptcyTicks(position, value, symbol.mark.markTicks, symbol.listed.liquidationFeePpm);
}

/** Millionths of a base unit in base units, rounded up: what is shown. */
export function maintenanceShown(micros: bigint): bigint {
  return micros <= 0n ? 0n : (micros + 999_999n) / 1_000_000n;
}
