import { formatDecimal } from '@candor/money';
import { MARKET_SCALE } from '@candor/prices';

/** Writes 1e-8 units with `decimals`, or with more where that many do not hold them. */
export function marketDecimal(units: bigint, decimals: number): string {
  return trimmedDecimal(formatDecimal(units, MARKET_SCALE), decimals);
}

/** The same of a text that has all of the market's decimals, as the database gives it. */
export function trimmedDecimal(text: string, decimals: number): string {
  let end = text.length;
  const least = text.length - MARKET_SCALE + decimals;
  while (end > least && text.charAt(end - 1) === '0') end -= 1;
  return text.slice(0, text.charAt(end - 1) === '.' ? end - 1 : end);
}

/** Decimals that prices and quantities of a symbol are written with. */
export interface Decimals {
  readonly price: number;
  readonly quantity: number;
}
