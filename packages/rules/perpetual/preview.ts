import type { Amount } from '@candor/money';
import { tradingFee } from '../fees.ts';
import { bankruptcyTicks, liquidationTicksBeside } from './liquidation.ts';
import {
  costOfPart,
  type DirectionSign,
  notionalOf,
  type PositionTerms,
  realisedPnl,
  unrealisedPnl,
} from './position.ts';
import { initialMargin, type TierStep, tierOf } from './tiers.ts';

export interface PerpetualPreviewOrder {
  readonly sign: DirectionSign;
  readonly lots: number;
  /** The limit price, or the average that a market order would come to. */
  readonly priceTicks: number;
  readonly leverage: number;
  readonly feePpm: number;
  readonly reduceOnly: boolean;
}

export interface PerpetualPreviewTerms {
  readonly unitsPerTickLot: number;
  readonly steps: readonly TierStep[];
  readonly liquidationFeePpm: number;
}

/**
 * Collateral of the position: its own margin, or (cross) the part of the wallet that backs it; see `liquidationPrice`.
 */
export interface PerpetualPreviewPosition {
  readonly position: PositionTerms | null;
  readonly isIsolated: boolean;
  readonly margin: bigint;
  /** Cross: the wallet without isolated margins, and what other cross positions have beyond their maintenance margins. */
  readonly collateral: bigint;
  /** The other cross position of a hedging user in the same contract, not counted in the collateral; none where left out. */
  readonly beside?: PositionTerms | null;
}

export interface PerpetualPreview {
  readonly notional: Amount;
  /** Initial margin of the part that opens. */
  readonly initialMargin: Amount;
  readonly fee: Amount;
  /** Required available balance: margin and fee. The margin that closing frees is not deducted. */
  readonly cost: Amount;
  /** Profit or loss that the closing part realises, before the fee. */
  readonly realisedPnl: Amount;
  readonly closedLots: number;
  /** Part of an isolated margin that closing frees. */
  readonly marginReleased: Amount;
  /** Collateral of the position after the order; see `PerpetualPreviewPosition`. */
  readonly collateral: bigint;
  /** The position as it would be; null when nothing is left. */
  readonly position: PositionTerms | null;
  readonly tier: number;
  readonly liquidationTicks: number | null;
  readonly bankruptcyTicks: number | null;
}

/**
 * Previews an order as if all of it filled at its price, by the kernel's own formulas and rounding: cost, fee, and
 * the liquidation price of the resulting position.
 */
export function previewPerpetual(
  order: PerpetualPreviewOrder,
  now: PerpetualPreviewPosition,
  terms: PerpetualPreviewTerms,
): PerpetualPreview {
  const { unitsPerTickLot, steps } = terms;
  const existing = now.position;
  const against = existing !== null && existing.sign !== order.sign ? existing : null;
  const wanted = order.reduceOnly ? Math.min(order.lots, against?.lots ?? 0) : order.lots;
  const closedLots = Math.min(wanted, against?.lots ?? 0);
  const opened = wanted - closedLots;
  const openedNotional = notionalOf(opened, order.priceTicks, unitsPerTickLot);
  const notional = notionalOf(wanted, order.priceTicks, unitsPerTickLot);
  const added = initialMargin(openedNotional, order.leverage);
  const fee = tradingFee(notional as Amount, order.feePpm);
  const pnl = closedLots === 0 ? 0n : realisedPnl(against!, closedLots, order.priceTicks);
  const position = positionAfter(order, existing, closedLots, opened, openedNotional, unitsPerTickLot);
  const released =
    against === null || !now.isIsolated ? 0n : releasedMargin(now.margin, closedLots, against.lots, pnl);
  const collateral = now.isIsolated ? now.margin - released + added : now.collateral + pnl - fee;
  const size = position === null ? 0n : notionalOf(position.lots, order.priceTicks, unitsPerTickLot);
  return {
    notional: notional as Amount,
    initialMargin: added,
    fee,
    cost: (added + fee) as Amount,
    realisedPnl: pnl as Amount,
    closedLots,
    marginReleased: released as Amount,
    collateral,
    position,
    tier: tierOf(size, steps),
    liquidationTicks:
      position === null ? null : liquidationTicksBeside(position, now.beside ?? null, collateral, steps),
    bankruptcyTicks:
      position === null
        ? null
        : bankruptcyTicks(
            position,
            collateral + unrealisedPnl(position, order.priceTicks),
            order.priceTicks,
            terms.liquidationFeePpm,
          ),
  };
}

/**
 * Margin that closing a part of an isolated position frees, in base units: the part's share rounded down, and no
 * less than the part lost. The rounded-off remainder stays in the position.
 */
export function releasedMargin(margin: bigint, closedLots: number, lots: number, pnl: bigint): bigint {
  if (closedLots === lots) return margin;
  const share = (margin * BigInt(closedLots)) / BigInt(lots);
  return -pnl > share ? -pnl : share;
}

/** Lots that a level of the book would fill, at its price; at the order's rate of fee unless it names another. */
export interface PreviewFill {
  readonly lots: number;
  readonly priceTicks: number;
  readonly feePpm?: number;
}

export interface PerpetualFillsPreview extends Omit<PerpetualPreview, 'tier' | 'bankruptcyTicks'> {
  /** Fewer than the fills where a reduce-only order has nothing left to close. */
  readonly filledLots: number;
}

/**
 * `previewPerpetual` of an order that takes several levels, one after the other: each rounds its own fee, margin and
 * profit, as each fill does in the ledger. The sums are exact where every level is one order.
 */
export function previewPerpetualFills(
  order: Omit<PerpetualPreviewOrder, 'lots' | 'priceTicks'>,
  fills: readonly PreviewFill[],
  now: PerpetualPreviewPosition,
  terms: PerpetualPreviewTerms,
): PerpetualFillsPreview {
  let standing = now;
  let liquidation =
    now.position === null
      ? null
      : liquidationTicksBeside(now.position, now.beside ?? null, collateralOf(now), terms.steps);
  const sum = { notional: 0n, initialMargin: 0n, fee: 0n, realisedPnl: 0n, marginReleased: 0n };
  let [closedLots, filledLots] = [0, 0];
  for (const fill of fills) {
    const before = standing.position;
    const against = before !== null && before.sign !== order.sign ? before.lots : 0;
    const lots = order.reduceOnly ? Math.min(fill.lots, against) : fill.lots;
    if (lots === 0) break;
    const seen = previewPerpetual({ ...order, ...fill, lots }, standing, terms);
    for (const name of SUMMED) sum[name] += seen[name];
    closedLots += seen.closedLots;
    filledLots += lots;
    standing = {
      position: seen.position,
      isIsolated: now.isIsolated,
      margin: now.isIsolated && seen.position !== null ? seen.collateral : 0n,
      collateral: now.isIsolated ? now.collateral : seen.collateral,
      beside: now.beside ?? null,
    };
    liquidation = seen.liquidationTicks;
  }
  return {
    notional: sum.notional as Amount,
    initialMargin: sum.initialMargin as Amount,
    fee: sum.fee as Amount,
    cost: (sum.initialMargin + sum.fee) as Amount,
    realisedPnl: sum.realisedPnl as Amount,
    marginReleased: sum.marginReleased as Amount,
    closedLots,
    filledLots,
    collateral: collateralOf(standing),
    position: standing.position,
    liquidationTicks: liquidation,
  };
}

const SUMMED = ['notional', 'initialMargin', 'fee', 'realisedPnl', 'marginReleased'] as const;

function collateralOf({ isIsolated, margin, collateral }: PerpetualPreviewPosition): bigint {
  return isIsolated ? margin : collateral;
}

function positionAfter(
  order: PerpetualPreviewOrder,
  existing: PositionTerms | null,
  closedLots: number,
  opened: number,
  openedNotional: bigint,
  unitsPerTickLot: number,
): PositionTerms | null {
  if (existing === null || closedLots === existing.lots) {
    if (opened === 0) return null;
    return { sign: order.sign, lots: opened, entryCost: openedNotional, unitsPerTickLot };
  }
  if (closedLots === 0) {
    const entryCost = existing.entryCost + openedNotional;
    return { sign: existing.sign, lots: existing.lots + opened, entryCost, unitsPerTickLot };
  }
  const lots = existing.lots - closedLots;
  const entryCost = existing.entryCost - costOfPart(existing, closedLots);
  return { sign: existing.sign, lots, entryCost, unitsPerTickLot };
}
