import type { KernelView } from '@candor/kernel';
import type { PriceTicks } from '@candor/money';

/** Index prices by symbol, without symbols whose index is stale. */
export type IndexPrices = ReadonlyMap<number, PriceTicks>;

/** Reads the index of the named symbols, as a part of a query. */
export function indexPricesOf(view: KernelView, symbolIds: readonly number[]): IndexPrices {
  const prices = new Map<number, PriceTicks>();
  for (const symbolId of symbolIds) {
    const ticks = view.index(symbolId)?.priceTicks ?? null;
    if (ticks !== null) prices.set(symbolId, ticks);
  }
  return prices;
}
