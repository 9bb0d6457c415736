import { MAX_PRICE_TICKS, type OrderTerms } from './order-terms.ts';

const PPM = 1_000_000;

/** Why an order's numbers are refused, by the kernel's codes. */
export type FilterProblem =
  | 'PRICE_INVALID'
  | 'QUANTITY_INVALID'
  | 'AMOUNT_TOO_LARGE'
  | 'NOTIONAL_TOO_SMALL'
  | 'PRICE_OUT_OF_BAND';

/** Limit prices outside are refused, and market orders stop there. Both bounds belong to it. */
export interface PriceBand {
  readonly lowestTicks: number;
  readonly highestTicks: number;
}

export const NO_BAND: PriceBand = { lowestTicks: 1, highestTicks: MAX_PRICE_TICKS };

/** The band around an index price; both bounds round inwards. No index (0) or no width (0) is no band. */
export function priceBand(indexTicks: number, bandPpm: number): PriceBand {
  if (indexTicks === 0 || bandPpm === 0) return NO_BAND;
  return {
    lowestTicks: Math.max(1, Math.ceil((indexTicks * (PPM - bandPpm)) / PPM)),
    highestTicks: Math.min(MAX_PRICE_TICKS, Math.floor((indexTicks * (PPM + bandPpm)) / PPM)),
  };
}

/** Returns the problem with the numbers of a limit order; null when they pass. */
export function limitOrderProblem(
  priceTicks: number | null,
  lots: number | null,
  terms: OrderTerms,
  band: PriceBand,
): FilterProblem | null {
  if (priceTicks === null || !isWhole(priceTicks) || priceTicks > MAX_PRICE_TICKS) return 'PRICE_INVALID';
  if (lots === null || !isWhole(lots) || lots > terms.maxLots) return 'QUANTITY_INVALID';
  const tickLots = priceTicks * lots;
  if (tickLots > terms.maxTickLots) return 'AMOUNT_TOO_LARGE';
  if (tickLots * terms.quotePerTickLot < terms.minNotional) return 'NOTIONAL_TOO_SMALL';
  return priceTicks < band.lowestTicks || priceTicks > band.highestTicks ? 'PRICE_OUT_OF_BAND' : null;
}

/**
 * Returns the problem with a market order's lots, or null. The notional is measured at `referenceTicks`: the last
 * index price, else the best price it would meet; 0 where there is neither, and then it is not measured.
 */
export function marketLotsProblem(
  lots: number | null,
  terms: OrderTerms,
  referenceTicks: number,
): FilterProblem | null {
  if (lots === null || !isWhole(lots) || lots > terms.maxLots) return 'QUANTITY_INVALID';
  const isSmall = referenceTicks * lots * terms.quotePerTickLot < terms.minNotional;
  return referenceTicks !== 0 && isSmall ? 'NOTIONAL_TOO_SMALL' : null;
}

/** Returns the problem with the quote amount of a market order; null when it passes. */
export function marketAmountProblem(quoteAmount: bigint, terms: OrderTerms): FilterProblem | null {
  if (quoteAmount <= 0n) return 'QUANTITY_INVALID';
  if (quoteAmount > BigInt(Number.MAX_SAFE_INTEGER)) return 'AMOUNT_TOO_LARGE';
  return quoteAmount < terms.minNotional ? 'NOTIONAL_TOO_SMALL' : null;
}

function isWhole(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}
