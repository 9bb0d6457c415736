import type { Amount } from '@candor/money';
import { tradingFee } from '../fees.ts';
import { bankruptcyTicks, liquidationTicks } from './liquidation.ts';
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

/** What stands for the position: its own margin, or (cross) what the wallet has for it; see `liquidationPrice`. */
export interface PerpetualPreviewPosition {
  readonly position: PositionTerms | null;
  readonly isIsolated: boolean;
  readonly margin: bigint;
  /** Cross: the wallet without isolated margins, and what other cross positions have beyond their maintenance margins. */
  readonly collateral: bigint;
}

export interface PerpetualPreview {
  readonly notional: Amount;
  /** What the part that opens asks for. */
  readonly initialMargin: Amount;
  readonly fee: Amount;
  /** What must be available: margin and fee. What closing frees is not taken off. */
  readonly cost: Amount;
  /** What the part that closes realises, before the fee. */
  readonly realisedPnl: Amount;
  readonly closedLots: number;
  /** The position as it would be; null when nothing is left. */
  readonly position: PositionTerms | null;
  readonly tier: number;
  readonly liquidationTicks: number | null;
  readonly bankruptcyTicks: number | null;
}

/**
 * What an order would come to if all of it filled at its price, by the kernel's own formulas and rounding: cost, fee, and
 * where the position would be liquidated then.
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
  const kept = against === null ? now.margin : now.margin - shareOf(now.margin, closedLots, against.lots);
  const collateral = now.isIsolated ? kept + added : now.collateral + pnl - fee;
  const size = position === null ? 0n : notionalOf(position.lots, order.priceTicks, unitsPerTickLot);
  return {
    notional: notional as Amount,
    initialMargin: added,
    fee,
    cost: (added + fee) as Amount,
    realisedPnl: pnl as Amount,
    closedLots,
    position,
    tier: tierOf(size, steps),
    liquidationTicks: position === null ? null : liquidationTicks(position, collateral, steps),
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

function shareOf(margin: bigint, closedLots: number, lots: number): bigint {
  return closedLots === lots ? margin : (margin * BigInt(closedLots)) / BigInt(lots);
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
