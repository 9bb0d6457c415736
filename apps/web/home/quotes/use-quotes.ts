import type { Mt5Range } from '@candor/api';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryKeys, useClient } from '../../data/index.ts';

const REFRESH_MS = 5_000;
const CHART_REFRESH_MS = 60_000;

/** Gold and currency pairs with their latest prices and their week. */
export function useQuotes() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.mt5,
    queryFn: () => client.call('getMt5Quotes'),
    refetchInterval: REFRESH_MS,
  });
}

/** The course of one of them over a span; that of the one before stays until it has come. */
export function useQuoteChart(coin: string, range: Mt5Range) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.mt5, coin, range],
    queryFn: () => client.call('getMt5Chart', { query: { coin, range } }),
    refetchInterval: CHART_REFRESH_MS,
    placeholderData: keepPreviousData,
  });
}
