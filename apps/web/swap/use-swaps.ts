import type { SwapRow } from '@candor/api';
import { useRecords } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { queryKeys, useClient, useSignedIn } from '../data/index.ts';

const PAGE_SIZE = 20;
const REFRESH_MS = 5_000;

/** Coins that can be converted, their limits, and the house's inventory. */
export function useSwapOffer() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.swaps, 'offer'],
    queryFn: () => client.call('getSwapOffer'),
    refetchInterval: REFRESH_MS,
  });
}

/** The user's swaps, newest first. */
export function useSwapLog() {
  const client = useClient();
  return useRecords<SwapRow>({
    queryKey: [...queryKeys.swaps, 'log'],
    load: (cursor) =>
      client.call('getSwapLog', {
        query: { pageSize: String(PAGE_SIZE), ...(cursor === null ? {} : { cursor }) },
      }),
    enabled: useSignedIn(),
  });
}
