import type { CallData, Calls } from '@candor/api';
import { type Amount, formatDecimalTrimmed, parseDecimal } from '@candor/money';

type Coin = CallData<Calls['getSwapOffer']>['coins'][number];

/** Wide enough for any coin that is swapped. */
const SCALE = 8;

/**
 * Returns the most of a coin that one swap may give: the user's balance, the bound of one swap, and what the house still
 * takes of the coin. What the house has of the other coin is shown beside it, for it depends on both prices.
 */
export function mostSwap(
  available: string,
  terms: Pick<Coin, 'maxAmount' | 'maxInventory' | 'inventory'> | undefined,
): string {
  if (terms === undefined) return available;
  const of = (text: string) => parseDecimal(text, SCALE, { signed: true }) ?? 0n;
  const bounds = [of(available), of(terms.maxAmount), of(terms.maxInventory) - of(terms.inventory)];
  const least = bounds.reduce((found, next) => (next < found ? next : found));
  return formatDecimalTrimmed((least < 0n ? 0n : least) as Amount, SCALE);
}
