import { mulDivCeil, mulDivFloor } from '@candor/money';
import type { UnitPrice } from '../margin/index.ts';

const PPM = 1_000_000n;
/** Prices and rates are whole millionths of a unit of the currency. */
export const OTC_PRICE_SCALE = 6;

/** Price of an offer: one that stays, or one that follows the index within bounds of its maker. */
export type OtcPricing =
  | { readonly kind: 'fixed'; readonly price: bigint }
  | {
      readonly kind: 'floating';
      /** The maker's own price of one coin of the value asset, in millionths of the currency. */
      readonly rate: bigint;
      /** The offer rests while its price lies outside of these. */
      readonly floor: bigint;
      readonly cap: bigint;
    };

/** Scales of the coin and of the value asset, whose base units an index relates. */
export interface OtcScales {
  readonly coin: number;
  readonly value: number;
}

/**
 * Price of one whole coin at an index and a rate, in millionths of the currency, rounded down: whoever buys gains less than
 * a millionth.
 */
export function otcIndexPrice(index: UnitPrice, rate: bigint, { coin, value }: OtcScales): bigint {
  const over = index.numerator * 10n ** BigInt(coin);
  return mulDivFloor(over, rate, index.denominator * 10n ** BigInt(value));
}

/** Price of an offer at an index; null for a floating one outside of its maker's bounds. */
export function otcPrice(pricing: OtcPricing, index: UnitPrice, scales: OtcScales): bigint | null {
  if (pricing.kind === 'fixed') return pricing.price;
  const price = otcIndexPrice(index, pricing.rate, scales);
  return price < pricing.floor || price > pricing.cap ? null : price;
}

/** True if a price lies within the band around the reference price. */
export function isInOtcBand(price: bigint, reference: bigint, bandPpm: number): boolean {
  const away = price > reference ? price - reference : reference - price;
  return away * PPM <= reference * BigInt(bandPpm);
}

/** Sum that a buyer pays for coins, in minor units of the currency, rounded up: the seller gains less than one. */
export function otcTotal(amount: bigint, price: bigint, coinScale: number, currencyScale: number): bigint {
  const under = 10n ** BigInt(coinScale + OTC_PRICE_SCALE - currencyScale);
  return mulDivCeil(amount, price, under);
}

/** Fee of an offer's maker in coins, rounded down: the maker gains less than a unit. */
export function otcFee(amount: bigint, feePpm: number): bigint {
  return mulDivFloor(amount, BigInt(feePpm), PPM);
}

/** Value of coins in base units of the value asset, rounded down. */
export function otcValue(amount: bigint, { numerator, denominator }: UnitPrice): bigint {
  return mulDivFloor(amount, numerator, denominator);
}
