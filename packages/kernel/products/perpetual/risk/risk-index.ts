import { reachTicks } from '@candor/rules';
import type { PerpetualUser, Position } from '../state/entities.ts';
import type { PerpetualState } from '../state/perpetual-state.ts';
import type { RiskWatch } from '../state/risk-watch.ts';
import { crossCollateral, isNear, marginStateOf, notionalAtMark } from './risk.ts';

const MICROS = 1_000_000n;

/*
 * Finds the positions that a mark price liquidates without looking at the rest. An isolated position, and a cross one
 * that is its user's only one, stand where doubles say that they are liquidated, or a tick before. Where a user has
 * several cross positions, each stands at the price up to which all of them together can't become unsafe, as long as
 * none of the others is beyond its own: whoever gets there is looked at, and if safe placed again. The positions found
 * are only near: the caller compares exactly, so that nothing that happens depends on where and when positions were
 * placed.
 */

/** Computes the prices of a user's positions again, since one of them or the wallet changed. */
export function placeRisk(perp: PerpetualState, user: PerpetualUser): void {
  const isSeveral = user.crossPositions.size > 1;
  for (const trader of user.traders.values()) {
    const { both, long, short } = trader.positions;
    if (both !== null) placeOne(perp, both, isSeveral);
    if (long !== null) placeOne(perp, long, isSeveral);
    if (short !== null) placeOne(perp, short, isSeveral);
  }
  if (isSeveral) placeSeveral(perp, user);
}

/** Takes warnings back where a change has made a user's positions safer: another one may be given then. */
export function recoverRisk(perp: PerpetualState, user: PerpetualUser): void {
  if (user.warned) {
    const [position] = user.crossPositions;
    if (position === undefined || !isNear(marginStateOf(perp, position))) user.warned = false;
  }
  for (const { positions } of user.traders.values()) {
    recoverOne(perp, positions.both);
    recoverOne(perp, positions.long);
    recoverOne(perp, positions.short);
  }
}

function recoverOne(perp: PerpetualState, position: Position | null): void {
  if (position?.warned && !isNear(marginStateOf(perp, position))) position.warned = false;
}

export function forgetRisk(perp: PerpetualState, position: Position): void {
  perp.liquidations.remove(position);
  perp.warnings.remove(position);
}

function placeOne(perp: PerpetualState, position: Position, isSeveral: boolean): void {
  if (isSeveral && !position.isIsolated) return;
  const { symbol, trader } = position;
  const collateral = position.isIsolated ? position.margin : crossCollateral(perp, trader.user);
  watch(perp.liquidations, position, reachTicks(position, collateral, symbol.reach));
  const isWarned = position.isIsolated ? position.warned : trader.user.warned;
  watch(perp.warnings, position, isWarned ? null : reachTicks(position, collateral, symbol.warningReach));
}

/**
 * Prices that fall by a part r of a long's mark, or rise by it for a short, cost its notional x r of equity, and a
 * short's maintenance margin grows by no more than its last tier's rate of that. So all are safe while every mark has
 * moved by less than r = surplus / sum of these. A position whose index is stale has a mark that does not move; when it
 * is fresh again the owner's favour is over, so any mark then reaches it.
 */
function placeSeveral(perp: PerpetualState, user: PerpetualUser): void {
  const [first] = user.crossPositions;
  const { equity, maintenance } = marginStateOf(perp, first!);
  let notionals = 0n;
  let growth = 0n;
  for (const position of user.crossPositions) {
    if (position.symbol.isStale) continue;
    const notional = notionalAtMark(position);
    notionals += notional;
    if (position.sign === -1) growth += notional * BigInt(position.symbol.lastMmrPpm);
  }
  const surplus = equity * MICROS - maintenance;
  const weight = notionals * MICROS + growth;
  const warningSurplus = 4n * equity * MICROS - 5n * maintenance;
  const warningWeight = 4n * notionals * MICROS + 5n * growth;
  for (const position of user.crossPositions) {
    const isStale = position.symbol.isStale;
    watch(perp.liquidations, position, awayFrom(position, isStale ? 0n : surplus, weight));
    const near = user.warned ? null : awayFrom(position, isStale ? 0n : warningSurplus, warningWeight);
    watch(perp.warnings, position, near);
  }
}

/** The mark, moved against the position by the part surplus / weight of it, rounded to where that is not exceeded. Who has none left is reached by any mark. */
function awayFrom(position: Position, surplus: bigint, weight: bigint): number {
  const { markTicks } = position.symbol.mark;
  if (surplus <= 0n) return position.sign === 1 ? Number.MAX_SAFE_INTEGER : 0;
  const distance = Number((BigInt(markTicks) * surplus) / weight);
  if (position.sign === 1) return Math.max(0, markTicks - distance);
  return Math.min(Number.MAX_SAFE_INTEGER, markTicks + distance);
}

/** Null: no mark reaches it. */
function watch(among: RiskWatch, position: Position, thresholdTicks: number | null): void {
  if (thresholdTicks === null) among.remove(position);
  else among.set(position, thresholdTicks);
}
