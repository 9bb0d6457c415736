import type { KernelView } from '@candor/kernel';
import type { PriceTicks } from '@candor/money';

/** Prices by symbol id; a symbol without one is missing. */
export interface WatchedPrices {
  readonly index: ReadonlyMap<number, PriceTicks>;
  readonly last: ReadonlyMap<number, PriceTicks>;
  readonly timeMs: number;
}

/** Live reads of price alerts. */
export const alertQueries = {
  /** The index of each symbol, and the last trade of each market and contract in our own book. */
  watchedPrices(view: KernelView): WatchedPrices {
    const index = new Map<number, PriceTicks>();
    const last = new Map<number, PriceTicks>();
    const put = (prices: Map<number, PriceTicks>, symbolId: number, ticks: PriceTicks | null | undefined) => {
      if (ticks !== null && ticks !== undefined) prices.set(symbolId, ticks);
    };
    for (const { symbolId } of view.symbols()) {
      put(index, symbolId, view.index(symbolId)?.priceTicks);
      put(last, symbolId, view.spot.lastTicks(symbolId));
    }
    for (const { symbolId } of view.perpetual.symbols())
      put(last, symbolId, view.perpetual.mark(symbolId)?.lastTicks);
    return { index, last, timeMs: view.timeMs };
  },
};

declare module '../../engine/core/live-queries.ts' {
  interface LiveQueries {
    readonly alerts: typeof alertQueries;
  }
}
