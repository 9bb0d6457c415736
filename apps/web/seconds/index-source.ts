import type { Calls, Client, IndexTick, Kline } from '@candor/api';
import type { MarketData } from '../data/index.ts';
import { secondCandles, tickBar } from '../trade/chart/index-candles.ts';
import type { CandleSource } from '../trade/chart/price-chart.tsx';

export const INDEX_VIEWS = ['tick', '1s'] as const;
export type IndexView = (typeof INDEX_VIEWS)[number];

/** Five minutes of ticks, or 25 of candles of one second: all that the server keeps. */
const PAGE_BARS: Readonly<Record<IndexView, number>> = { tick: 1_200, '1s': 1_500 };

const bars = (ticks: readonly IndexTick[]) => ticks.map(tickBar).filter((bar) => bar !== null);

/** The index of one market as bars of a view: the past from the server, then each committed tick. */
export function indexSource(
  client: Pick<Client<Calls>, 'call'>,
  market: Pick<MarketData, 'watchIndex' | 'indexTicks'>,
  symbol: string,
  view: IndexView,
): CandleSource {
  const pageBars = PAGE_BARS[view];
  return {
    pageBars,
    async load(endMs) {
      if (endMs !== null) return [];
      const asked = { params: { symbol }, query: { limit: String(pageBars) } };
      if (view === '1s') return client.call('getIndexCandles', asked);
      return bars(await client.call('getIndexTicks', asked));
    },
    open: (onMissed) => market.watchIndex(symbol, onMissed),
    watch(onCandle) {
      let shown = new Map<number, Kline>();
      const show = () => {
        const ticks = market.indexTicks.get(symbol) ?? [];
        const next = view === '1s' ? secondCandles(ticks) : bars(ticks);
        for (const bar of next) {
          const known = shown.get(bar.t);
          if (known === undefined || known.c !== bar.c || known.h !== bar.h || known.l !== bar.l)
            onCandle(bar);
        }
        shown = new Map(next.map((bar) => [bar.t, bar]));
      };
      show();
      return market.indexTicks.subscribe(symbol, show);
    },
  };
}
