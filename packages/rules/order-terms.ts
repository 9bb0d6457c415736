import { parseDecimal } from '@candor/money';

/** The highest price that a book takes, in ticks. */
export const MAX_PRICE_TICKS = 0x7fffffff;

/** Requirements of a symbol for an order, in small integers. */
export interface OrderTerms {
  /** Base units of the base asset in one lot. */
  readonly basePerLot: number;
  /** Base units of the quote asset for one lot at one tick. */
  readonly quotePerTickLot: number;
  readonly maxLots: number;
  /** The largest price ticks x lots whose quote amount is a safe integer of base units. */
  readonly maxTickLots: number;
  /** Base units of the quote asset. */
  readonly minNotional: number;
  /** The band around the index, 0 for none. */
  readonly priceBandPpm: number;
}

/** The part of a symbol's listing that an order is checked by. Decimals are strings, amounts in base units. */
export interface ListedSteps {
  readonly tickDecimal: string;
  readonly lotDecimal: string;
  readonly minNotional: bigint;
  readonly maxLots: number;
  readonly priceBandPpm: number;
}

const WIDE_SCALE = 18;

/**
 * The terms that follow from a listing and the scales of its two assets; null unless a lot is a whole number of base
 * units and a tick times a lot a whole number of quote units, so that no fill ever rounds to less than it is worth.
 */
export function orderTerms(listed: ListedSteps, baseScale: number, quoteScale: number): OrderTerms | null {
  const lot = parseDecimal(listed.lotDecimal, WIDE_SCALE);
  const tick = parseDecimal(listed.tickDecimal, WIDE_SCALE);
  if (lot === null || tick === null) return null;
  const basePerLot = exactQuotient(lot, 10n ** BigInt(WIDE_SCALE - baseScale));
  const quotePerTickLot = exactQuotient(tick * lot, 10n ** BigInt(2 * WIDE_SCALE - quoteScale));
  const minNotional = Number(listed.minNotional);
  if (basePerLot === null || quotePerTickLot === null) return null;
  if (!Number.isSafeInteger(minNotional) || minNotional < 0) return null;
  return {
    basePerLot,
    quotePerTickLot,
    maxLots: Math.min(listed.maxLots, Math.floor(Number.MAX_SAFE_INTEGER / basePerLot)),
    maxTickLots: Math.floor(Number.MAX_SAFE_INTEGER / quotePerTickLot),
    minNotional,
    priceBandPpm: listed.priceBandPpm,
  };
}

function exactQuotient(a: bigint, b: bigint): number | null {
  if (a % b !== 0n) return null;
  const quotient = Number(a / b);
  return quotient > 0 && Number.isSafeInteger(quotient) ? quotient : null;
}
