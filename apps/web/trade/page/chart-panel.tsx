import { INTERVALS, type Interval } from '@candor/contract';
import { ErrorState, Tab, TabList, Tabs, useFormatters } from '@candor/ui';
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { candleKey, useOwnLimits, usePreference, useServices, useTicker } from '../../data/index.ts';
import type { OrderLine } from '../chart/order-line.ts';
import { type CandleSource, PriceChart } from '../chart/price-chart.tsx';
import type { TradeMarket } from './trade-market.ts';

/** The candles of one market and interval, for the chart. */
function useCandleSource(symbol: string, interval: Interval): CandleSource {
  const { client, market } = useServices();
  return useMemo(
    () => ({
      load: (endMs, limit) =>
        client.call('getCandles', {
          params: { symbol, interval },
          query: { limit: String(limit), ...(endMs === null ? {} : { endMs: String(endMs) }) },
        }),
      watch: (onCandle) => {
        const key = candleKey(symbol, interval);
        const stopWatching = market.watchCandles(symbol, interval);
        const stopListening = market.candles.subscribe(key, () => {
          const last = market.candles.get(key)?.bars.at(-1);
          if (last !== undefined) onCandle(last);
        });
        return () => {
          stopListening();
          stopWatching();
        };
      },
    }),
    [client, market, symbol, interval],
  );
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

/** The chart with its intervals. */
export function ChartPanel({ market }: { readonly market: TradeMarket }) {
  const intl = useIntl();
  const format = useFormatters();
  const theme = usePreference('theme');
  const orders = useOwnLimits(market.symbol);
  const last = useTicker(market.symbol)?.last;
  const [interval, setInterval] = useState<Interval>('15m');
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  const source = useCandleSource(market.symbol, interval);

  const lines = useMemo<readonly OrderLine[]>(
    () =>
      orders.map((order) => ({
        orderId: order.orderId,
        side: order.side,
        price: order.price,
        label: `${intl.formatMessage({ id: `trade.side.${order.side}` })} ${format.quantity(order.quantity, market.quantityDecimals)}`,
      })),
    [orders, intl, format, market.quantityDecimals],
  );

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
      <div className="relative min-h-0 flex-1">
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
            orders={lines}
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
      </div>
    </div>
  );
}
