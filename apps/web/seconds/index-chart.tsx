import type { Calls, Client, IndexTick, Kline } from '@candor/api';
import { useFormatters, useText } from '@candor/ui';
import { useMemo, useState } from 'react';
import { type MarketData, useOpenSeconds, useServices, useTicker } from '../data/index.ts';
import { ChartFrame } from '../trade/chart/chart-frame.tsx';
import { secondCandles, tickBar } from '../trade/chart/index-candles.ts';
import type { CandleSource } from '../trade/chart/price-chart.tsx';
import type { TimeMark } from '../trade/chart/time-mark.ts';
import type { TradeMarket } from '../trade/market/trade-market.ts';

const VIEWS = ['tick', '1s'] as const;
type IndexView = (typeof VIEWS)[number];

/** Five minutes of ticks, or 25 of candles of one second: all that the server keeps. */
const PAGE_BARS: Readonly<Record<IndexView, number>> = { tick: 1_200, '1s': 1_500 };
const NO_LINES = [] as const;

const bars = (ticks: readonly IndexTick[]) => ticks.map(tickBar).filter((bar) => bar !== null);

/** The index of one market as bars of a view: the past from the server, then each committed tick. */
function indexSource(
  client: Client<Calls>,
  market: MarketData,
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

/** Where the user's open contracts of a market opened, and when they close. */
function useSecondsMarks(symbol: string): readonly TimeMark[] {
  const text = useText();
  const format = useFormatters();
  const contracts = useOpenSeconds();
  const own = useMemo(
    () =>
      (contracts ?? [])
        .filter((contract) => contract.symbol === symbol)
        .map(({ id, side, openTime, closeTime, openPrice }) => ({
          id,
          side,
          openTime,
          closeTime,
          openPrice,
        })),
    [contracts, symbol],
  );
  // The countdown comes each second; the marks stand still.
  const key = JSON.stringify(own);
  return useMemo(
    () =>
      (JSON.parse(key) as typeof own).map(({ id, side, openTime, closeTime, openPrice }) => ({
        id: `second-${id}`,
        openMs: openTime,
        closeMs: closeTime,
        price: openPrice,
        openLabel: `${text(`seconds.${side}`)} · ${text('seconds.opens')} ${format.time(openTime)}`,
        closeLabel: `${text('seconds.closes')} ${format.time(closeTime)}`,
        tone: side,
      })),
    [key, text, format],
  );
}

/** The index that second contracts settle by, tick by tick or in candles of one second. */
export function IndexChart({ market }: { readonly market: TradeMarket }) {
  const services = useServices();
  const [view, setView] = useState<IndexView>('tick');
  const { symbol } = market;
  const source = useMemo(
    () => indexSource(services.client, services.market, symbol, view),
    [services, symbol, view],
  );
  return (
    <ChartFrame
      market={market}
      views={VIEWS}
      view={view}
      onViewChange={setView}
      whose="trade.price.index"
      last={useTicker(symbol)?.index}
      source={source}
      lines={NO_LINES}
      marks={useSecondsMarks(symbol)}
      indicators={false}
    />
  );
}
