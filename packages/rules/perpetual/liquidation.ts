import { mulDivCeil, mulDivFloor } from '@candor/money';
import { MAX_PRICE_TICKS } from '../order-terms.ts';
import type { DirectionSign, PositionTerms } from './position.ts';
import type { TierStep } from './tiers.ts';

const PPM = 1_000_000n;

/** A price as an exact fraction of ticks; the denominator is above 0. */
export interface PriceFraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/**
 * The price P* at which one position is liquidated: the mark where collateral + unrealised profit is the maintenance
 * margin. The margin is the highest of its tiers' lines, so the first line that is met decides: for a long the highest
 * of the tiers' prices, for a short the lowest. Null where that is no price above 0.
 */
export function liquidationPrice(
  position: PositionTerms,
  collateral: bigint,
  steps: readonly TierStep[],
): PriceFraction | null {
  let found: PriceFraction | null = null;
  for (const step of steps) {
    const price = lineOf(position, collateral, step);
    if (found === null || isBeyond(position.sign, price, found)) found = price;
  }
  return found === null || found.numerator <= 0n ? null : found;
}

/** collateral x 10^6 + s x (q x M - cost) x 10^6 = q x M x mmr - D, solved for the mark M in ticks. */
function lineOf(position: PositionTerms, collateral: bigint, step: TierStep): PriceFraction {
  const units = BigInt(position.lots) * BigInt(position.unitsPerTickLot);
  const mmr = BigInt(step.mmrPpm);
  if (position.sign === 1) {
    return {
      numerator: (position.entryCost - collateral) * PPM - step.deductionMicros,
      denominator: units * (PPM - mmr),
    };
  }
  return {
    numerator: (position.entryCost + collateral) * PPM + step.deductionMicros,
    denominator: units * (PPM + mmr),
  };
}

function isBeyond(sign: DirectionSign, a: PriceFraction, b: PriceFraction): boolean {
  const left = a.numerator * b.denominator;
  const right = b.numerator * a.denominator;
  return sign === 1 ? left > right : left < right;
}

/** The worst whole tick that is liquidated still: a long at or below it, a short at or above. Null for none. */
export function liquidationTicks(
  position: PositionTerms,
  collateral: bigint,
  steps: readonly TierStep[],
): number | null {
  const price = liquidationPrice(position, collateral, steps);
  if (price === null) return null;
  const divide = position.sign === 1 ? mulDivFloor : mulDivCeil;
  const ticks = divide(price.numerator, 1n, price.denominator);
  return withinBook(ticks);
}

/**
 * Computes `liquidationTicks` for one of two cross positions of one symbol, whose marks move together: the nearest mark
 * below (of a long) or above (of a short) at which collateral and both profits are both maintenance margins. Each
 * margin is the highest of its tiers' lines, so the marks at which nothing is liquidated are those at which every pair
 * of lines is paid for: an interval, whose ends are the two prices. Null for an end that there is not, and where it is
 * empty.
 */
export function liquidationTicksBeside(
  position: PositionTerms,
  beside: PositionTerms | null,
  collateral: bigint,
  steps: readonly TierStep[],
): number | null {
  if (beside === null) return liquidationTicks(position, collateral, steps);
  let low: PriceFraction = { numerator: 0n, denominator: 1n };
  let high: PriceFraction | null = null;
  for (const own of steps) {
    for (const other of steps) {
      const { slope, base } = pairLine(position, own, beside, other, collateral);
      if (slope === 0n) {
        if (base <= 0n) return null;
      } else if (slope > 0n) {
        const price = { numerator: -base, denominator: slope };
        if (isBeyond(1, price, low)) low = price;
      } else {
        const price = { numerator: base, denominator: -slope };
        if (high === null || isBeyond(-1, price, high)) high = price;
      }
    }
  }
  if (high !== null && !isBeyond(-1, low, high)) return null;
  if (position.sign === 1) {
    return low.numerator <= 0n ? null : withinBook(mulDivFloor(low.numerator, 1n, low.denominator));
  }
  return high === null ? null : withinBook(mulDivCeil(high.numerator, 1n, high.denominator));
}

/** 10^6 x (equity - maintenance margin) of two positions as base + slope x M, by one tier's line of each. */
function pairLine(
  a: PositionTerms,
  stepOfA: TierStep,
  b: PositionTerms,
  stepOfB: TierStep,
  collateral: bigint,
): { readonly slope: bigint; readonly base: bigint } {
  let slope = 0n;
  let base = collateral * PPM;
  for (const [{ sign, lots, unitsPerTickLot, entryCost }, step] of [
    [a, stepOfA],
    [b, stepOfB],
  ] as const) {
    const units = BigInt(lots) * BigInt(unitsPerTickLot);
    slope += units * (BigInt(sign) * PPM - BigInt(step.mmrPpm));
    base += step.deductionMicros - BigInt(sign) * entryCost * PPM;
  }
  return { slope, base };
}

function withinBook(ticks: bigint): number | null {
  return ticks <= 0n || ticks > BigInt(MAX_PRICE_TICKS) ? null : Number(ticks);
}

/**
 * The bankruptcy price P_b = (s x q x M - V) / (q x (s - f)): where closing leaves nothing of the value V that stands
 * for the position at the mark, the liquidation fee paid. Rounded to the tick that leaves no less than nothing, and
 * at least one tick.
 */
export function bankruptcyTicks(
  position: PositionTerms,
  value: bigint,
  markTicks: number,
  feePpm: number,
): number {
  const units = BigInt(position.lots) * BigInt(position.unitsPerTickLot);
  const atMark = units * BigInt(markTicks);
  const fee = BigInt(feePpm);
  const ticks =
    position.sign === 1
      ? mulDivCeil(atMark - value, PPM, units * (PPM - fee))
      : mulDivFloor(atMark + value, PPM, units * (PPM + fee));
  return clampTicks(ticks);
}

/**
 * The price at which a liquidated position is closed against others: the bankruptcy price, as far as the liquidation fee
 * in it is paid by what the position is worth. Where that is less, it is the mark, and the fee what is left there; where
 * it is worth less than nothing, the bankruptcy price without a fee: nobody else pays one.
 */
export function deleveragingTicks(
  position: PositionTerms,
  value: bigint,
  markTicks: number,
  feePpm: number,
): number {
  const withFee = bankruptcyTicks(position, value, markTicks, feePpm);
  const withoutFee = bankruptcyTicks(position, value, markTicks, 0);
  if (position.sign === 1) return Math.min(withFee, Math.max(markTicks, withoutFee));
  return Math.max(withFee, Math.min(markTicks, withoutFee));
}

/** A price within what a book takes. */
export function clampTicks(ticks: bigint): number {
  if (ticks < 1n) return 1;
  return ticks > BigInt(MAX_PRICE_TICKS) ? MAX_PRICE_TICKS : Number(ticks);
}

/**
 * The value that stands for one of several cross positions: the equity in the proportion of the maintenance margins
 * (in millionths), rounded down. It may be no more than its loss can take from the wallet's cash, as no wallet goes
 * below 0: `cash` is what is available and the position's own unrealised profit.
 */
export function crossShare(
  equity: bigint,
  maintenance: bigint,
  allMaintenance: bigint,
  cash: bigint,
): bigint {
  const share = allMaintenance === 0n ? equity : mulDivFloor(equity, maintenance, allMaintenance);
  return share < cash ? share : cash;
}

/**
 * The last price at which an opening fill is not liquidated at once: p / leverage + s x (M - p) > mmr x M. Null where
 * every price is safe. With the rate of the tier that the whole position comes to it holds for the position too.
 */
export function openingLimitTicks(
  sign: DirectionSign,
  markTicks: number,
  leverage: number,
  mmrPpm: number,
): number | null {
  const mark = BigInt(markTicks);
  const times = BigInt(leverage);
  const mmr = BigInt(mmrPpm);
  if (sign === 1) {
    if (leverage === 1) return null;
    return clampTicks(mulDivCeil(mark * (PPM - mmr), times, PPM * (times - 1n)) - 1n);
  }
  return clampTicks(mulDivFloor(mark * (PPM + mmr), times, PPM * (times + 1n)) + 1n);
}

/**
 * The price, in ticks, that a position whose index is stale is valued at against its user's others: a tenth beyond the
 * last mark in its owner's favour, rounded so.
 */
export function favourableTicks(sign: DirectionSign, lastMarkTicks: number): number {
  return lastMarkTicks + sign * Math.ceil(lastMarkTicks / 10);
}
