import { type Amount, formatDecimalTrimmed, type PriceTicks, parseDecimal } from '@candor/money';
import { type SwapLeg, swapArrives, swapSpreadPpm } from '@candor/rules';
import { type Check, type CheckStep, checkOf } from '../check.ts';

const PERCENT_SCALE = 4;
const TICK_SCALE = 18;

/** One side of a swap as the exchange states it. */
export interface SwapLegReceipt {
  readonly coin: string;
  readonly scale: number;
  /** Null for the coin that the others are priced in. */
  readonly symbol: string | null;
  readonly price: string;
  readonly priceTicks: number;
  readonly quotePerTickLot: string;
  readonly basePerLot: string;
  readonly spreadPpm: number;
}

/** A swap, or a quote for one, as the exchange states it. */
export interface SwapReceipt {
  readonly amount: string;
  readonly arrives: string;
  readonly spreadPercent: string;
  readonly fromLeg: SwapLegReceipt;
  readonly toLeg: SwapLegReceipt;
}

/**
 * Recomputes a swap by the published formula: what arrives is the amount's worth at both indices less the spread, rounded
 * down once. A figure that cannot be read fails its step.
 */
export function checkSwap(receipt: SwapReceipt): Check {
  const { fromLeg, toLeg } = receipt;
  const from = legOf(fromLeg);
  const to = legOf(toLeg);
  const amount = parseDecimal(receipt.amount, fromLeg.scale);
  if (from === null || to === null || amount === null) return checkOf([]);
  return checkOf([
    priceStep('fromPrice', fromLeg),
    priceStep('toPrice', toLeg),
    step('spread', receipt.spreadPercent, BigInt(swapSpreadPpm(from, to)), PERCENT_SCALE),
    step('arrives', receipt.arrives, swapArrives(amount, from, to), toLeg.scale),
  ]);
}

/** The shown price is that of the ticks: units of the value coin for a lot, in coins on both sides. */
function priceStep(name: string, leg: SwapLegReceipt): CheckStep {
  if (leg.symbol === null) return step(name, leg.price, 10n ** BigInt(TICK_SCALE), TICK_SCALE);
  const { priceTicks, quotePerTickLot, basePerLot } = legOf(leg)!;
  // both coins have the same scale: the value coin's units for one coin are those of its price
  const units = BigInt(priceTicks) * quotePerTickLot * 10n ** BigInt(TICK_SCALE);
  return step(name, leg.price, units / basePerLot, TICK_SCALE);
}

function legOf(leg: SwapLegReceipt): SwapLeg | null {
  const { priceTicks, quotePerTickLot, basePerLot, spreadPpm } = leg;
  if (!Number.isSafeInteger(priceTicks) || priceTicks <= 0 || !Number.isSafeInteger(spreadPpm)) return null;
  if (!/^\d+$/.test(quotePerTickLot) || !/^[1-9]\d*$/.test(basePerLot)) return null;
  return {
    priceTicks: priceTicks as PriceTicks,
    quotePerTickLot: BigInt(quotePerTickLot) as Amount,
    basePerLot: BigInt(basePerLot) as Amount,
    spreadPpm,
  };
}

function step(name: string, stated: string, recomputed: bigint, scale: number): CheckStep {
  const value = parseDecimal(stated, scale);
  return { name, stated, recomputed: formatDecimalTrimmed(recomputed, scale), ok: value === recomputed };
}
