import { INTERVALS, type Interval, type Kline } from '@candor/contract';
import { cx, ErrorState, Tab, TabList, Tabs, useFormatters } from '@candor/ui';
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import {
  CHART_PAGE_BARS,
  candleKey,
  FIRST_INTERVAL,
  forgetCandles,
  newestCandles,
  useOwnLimits,
  usePreference,
  usePricesOld,
  useServices,
  useTicker,
} from '../../data/index.ts';
import { type CandleSource, PriceChart } from '../chart/price-chart.tsx';
import type { PriceLine } from '../chart/price-line.ts';
import { OLD_PRICES } from './old-prices.ts';
import { SymbolStateNotice } from './symbol-state-notice.tsx';
import type { TradeMarket } from './trade-market.ts';

/** The venues' candles of one market and interval, for the chart. */
function useCandleSource(symbol: string, interval: Interval): CandleSource {
  const services = useServices();
  return useMemo(() => {
    const { client, market } = services;
    const key = candleKey(symbol, interval);
    return {
      pageBars: CHART_PAGE_BARS,
      load: (endMs) =>
        endMs === null
          ? newestCandles(services, symbol, interval)
          : client.call('getCandles', {
              params: { symbol, interval },
              query: { limit: String(CHART_PAGE_BARS), endMs: String(endMs) },
            }),
      open: (onMissed) =>
        market.watchCandles(symbol, interval, () => {
          forgetCandles(services, symbol, interval);
          onMissed();
        }),
      watch: (onCandle) => {
        let shown: readonly Kline[] = [];
        const show = () => {
          const bars = market.candles.get(key) ?? [];
          for (const bar of bars) if (!shown.includes(bar)) onCandle(bar);
          shown = bars;
        };
        show();
        return market.candles.subscribe(key, show);
      },
    };
  }, [services, symbol, interval]);
}

const intervalIds: Readonly<Record<Interval, string>> = {
  '1m': '1m',
  '5m': '5m',
  '15m': '15m',
  '30m': '30m',
  '1h': '1h',
  '4h': '4h',
  '1d': '1D',
  '1w': '1W',
};

/** The user's open orders of a market as lines of its chart. */
function useOrderLines(market: TradeMarket): readonly PriceLine[] {
  const intl = useIntl();
  const format = useFormatters();
  const orders = useOwnLimits(market.symbol);
  const { quantityDecimals } = market;
  return useMemo(
    () =>
      orders.map(({ orderId, side, price, quantity }) => ({
        id: `order-${orderId}`,
        price,
        label: `${intl.formatMessage({ id: `trade.side.${side}` })} ${format.quantity(quantity, quantityDecimals)}`,
        tone: side === 'buy' ? 'up' : 'down',
        at: 'left',
      })),
    [orders, intl, format, quantityDecimals],
  );
}

const NO_LINES: readonly PriceLine[] = [];

export interface ChartPanelProps {
  readonly market: TradeMarket;
  /** Lines beside those of the open orders. */
  readonly lines?: readonly PriceLine[];
}

/** The chart with its intervals, and the user's own prices in it. */
export function ChartPanel({ market, lines = NO_LINES }: ChartPanelProps) {
  const intl = useIntl();
  const format = useFormatters();
  const theme = usePreference('theme');
  const last = useTicker(market.symbol)?.last;
  const [interval, setInterval] = useState<Interval>(FIRST_INTERVAL);
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  const source = useCandleSource(market.symbol, interval);

  const old = usePricesOld();
  const own = useOrderLines(market);
  const drawn = useMemo(() => [...own, ...lines], [own, lines]);

  return (
    <div className="flex h-full min-h-0 flex-col">
      <Tabs
        value={interval}
        onValueChange={(next) => {
          setFailed(false);
          setInterval(next as Interval);
        }}
      >
        <TabList label={intl.formatMessage({ id: 'trade.chart.interval' })} size="small" className="px-4">
          {INTERVALS.map((value) => (
            <Tab key={value} value={value}>
              {intervalIds[value]}
            </Tab>
          ))}
        </TabList>
      </Tabs>
      <div className={cx('relative min-h-0 flex-1', old && OLD_PRICES)}>
        <SymbolStateNotice market={market} />
        {failed ? (
          <ErrorState
            title={intl.formatMessage({ id: 'trade.chart.failed' })}
            text={intl.formatMessage({ id: 'trade.chart.failedText' })}
            onRetry={() => {
              setFailed(false);
              setAttempt(attempt + 1);
            }}
          />
        ) : (
          <PriceChart
            key={attempt}
            symbol={market.symbol}
            interval={interval}
            priceDecimals={market.priceDecimals}
            quantityDecimals={market.quantityDecimals}
            source={source}
            lines={drawn}
            theme={theme}
            timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}
            label={intl.formatMessage(
              { id: 'trade.chart.label' },
              {
                market: market.name,
                interval: intervalIds[interval],
                price: format.price(last, market.priceDecimals),
              },
            )}
            movingAverage
            formatFigure={format.price}
            onFailed={() => setFailed(true)}
          />
        )}
        {/* the picture says nothing to whoever can't see it */}
        <ul className="sr-only" aria-label={intl.formatMessage({ id: 'trade.chart.lines' })}>
          {drawn.map(({ id, label, price }) => (
            <li key={id}>{`${label}: ${format.price(price, market.priceDecimals)}`}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
