import { type Amount, mulDivFloor, type PriceTicks } from '@candor/money';

/** A quote holds for this long. */
export const SWAP_QUOTE_MS = 10_000;
/** An asset's spread stays below: two of them leave most of a swap. */
export const MAX_SWAP_SPREAD_PPM = 100_000;
const PPM = 1_000_000n;

/** One side of a swap: an index, the steps that make it a price in base units, and the asset's spread. */
export interface SwapLeg {
  readonly priceTicks: PriceTicks;
  /** Units of the value asset in one tick of one lot. */
  readonly quotePerTickLot: Amount;
  /** Units of the asset in one lot. */
  readonly basePerLot: Amount;
  readonly spreadPpm: number;
}

/** The side of the asset that the others are quoted in. */
export function parLeg(spreadPpm: number): SwapLeg {
  return { priceTicks: 1 as PriceTicks, quotePerTickLot: 1n as Amount, basePerLot: 1n as Amount, spreadPpm };
}

/** The spread of a pair: that of both assets together, in parts per million of what would arrive at the index. */
export function swapSpreadPpm(from: SwapLeg, to: SwapLeg): number {
  return from.spreadPpm + to.spreadPpm;
}

/**
 * Units that arrive for `amount`: its worth at both indices less the spread, rounded down once at the end, so that the
 * house gains less than one base unit.
 */
export function swapArrives(amount: bigint, from: SwapLeg, to: SwapLeg): Amount {
  const numerator =
    BigInt(from.priceTicks) * from.quotePerTickLot * to.basePerLot * (PPM - BigInt(swapSpreadPpm(from, to)));
  const denominator = from.basePerLot * BigInt(to.priceTicks) * to.quotePerTickLot * PPM;
  return mulDivFloor(amount, numerator, denominator) as Amount;
}
