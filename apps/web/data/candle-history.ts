import { type Calls, type Client, INTERVALS, type Interval, type Kline } from '@candor/api';
import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import type { DeviceStorage } from './storage.ts';

/** The interval of a chart before one was chosen. */
const FIRST_INTERVAL: Interval = '15m';
/** Bars that a chart loads at once. */
export const CHART_PAGE_BARS = 500;
/** An answer that came before its chart is used by it; later the chart has it. */
const KEPT_MS = 10_000;

/** Returns the interval that a chart opens with: the one last chosen on this device, for all markets. */
export function keptInterval(storage: Pick<DeviceStorage, 'read'>): Interval {
  const kept = storage.read('chartInterval')?.content;
  return INTERVALS.find((each) => each === kept) ?? FIRST_INTERVAL;
}

interface Sources {
  readonly client: Client<Calls>;
  readonly queries: QueryClient;
}

/** The newest candles, oldest first: those on their way since the page opened, where there are any. */
export function newestCandles(
  { client, queries }: Sources,
  symbol: string,
  interval: Interval,
): Promise<readonly Kline[]> {
  return queries.fetchQuery({
    queryKey: queryKeys.candles(symbol, interval),
    queryFn: () =>
      client.call('getCandles', { params: { symbol, interval }, query: { limit: String(CHART_PAGE_BARS) } }),
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
    retry: false,
  });
}

/** Makes the next `newestCandles` ask the server: candles were missed. */
export function forgetCandles(
  { queries }: Pick<Sources, 'queries'>,
  symbol: string,
  interval: Interval,
): void {
  queries.removeQueries({ queryKey: queryKeys.candles(symbol, interval) });
}
