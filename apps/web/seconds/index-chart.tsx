import { useFormatters, useText } from '@candor/ui';
import { useMemo, useState } from 'react';
import { useOpenSeconds, useServices, useTicker } from '../data/index.ts';
import { ChartFrame } from '../trade/chart/chart-frame.tsx';
import type { TimeMark } from '../trade/chart/time-mark.ts';
import type { TradeMarket } from '../trade/market/trade-market.ts';
import { INDEX_VIEWS, type IndexView, indexSource } from './index-source.ts';
import { secondMark } from './second-mark.ts';

const NO_LINES = [] as const;

/** Marks where the user's open contracts of a market opened, and when they close. */
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
    () => (JSON.parse(key) as typeof own).map((contract) => secondMark(contract, text, format.time)),
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
      views={INDEX_VIEWS}
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
