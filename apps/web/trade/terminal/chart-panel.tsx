import { INTERVALS, type Interval, type Kline } from '@candor/api';
import { useFormatters, useText } from '@candor/ui';
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import {
  CHART_PAGE_BARS,
  candleKey,
  deviceStorage,
  forgetCandles,
  keptInterval,
  newestCandles,
  useOwnLimits,
  usePriceAlerts,
  useServices,
  useTicker,
} from '../../data/index.ts';
import { useAlertDialog } from '../../markets/alert-button.tsx';
import { alertMarketOf } from '../../markets/alert-market.ts';
import { ChartFrame } from '../chart/chart-frame.tsx';
import type { CandleSource } from '../chart/price-chart.tsx';
import type { PriceLine } from '../chart/price-line.ts';
import type { TradeMarket } from '../market/trade-market.ts';

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

/** The user's price alerts on a market that wait, as lines of its chart. */
function useAlertLines({ symbol }: TradeMarket): readonly PriceLine[] {
  const text = useText();
  const { data } = usePriceAlerts();
  return useMemo(
    () =>
      (data ?? []).flatMap(({ id, symbol: of, state, price }) =>
        of === symbol && state === 'waiting' && price !== null
          ? [{ id: `alert-${id}`, price, label: text('alerts.line'), tone: 'ink', at: 'left' } as const]
          : [],
      ),
    [data, symbol, text],
  );
}

const NO_LINES: readonly PriceLine[] = [];

export interface ChartPanelProps {
  readonly market: TradeMarket;
  /** Lines beside those of the open orders. */
  readonly lines?: readonly PriceLine[];
}

/** The venues' candles with their intervals, and the user's own prices in them. */
export function ChartPanel({ market, lines = NO_LINES }: ChartPanelProps) {
  const last = useTicker(market.symbol)?.last;
  const [interval, setInterval] = useState(() => keptInterval(deviceStorage));
  const choose = (next: Interval) => {
    setInterval(next);
    deviceStorage.write('chartInterval', next);
  };
  const source = useCandleSource(market.symbol, interval);
  const own = useOrderLines(market);
  const alerts = useAlertLines(market);
  const drawn = useMemo(() => [...own, ...alerts, ...lines], [own, alerts, lines]);
  const { open, dialog } = useAlertDialog(alertMarketOf(market.row));
  return (
    <>
      <ChartFrame
        market={market}
        views={INTERVALS}
        view={interval}
        onViewChange={choose}
        whose="trade.price.venue"
        last={last}
        source={source}
        lines={drawn}
        indicators
        onPick={open}
      />
      {dialog}
    </>
  );
}
