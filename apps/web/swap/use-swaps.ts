import type { SwapRow } from '@candor/api';
import { useRecords } from '@candor/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys, useClient, useSignedIn } from '../data/index.ts';
import { useRecordFilter } from '../records/record-filter.tsx';

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

/** The user's swaps, newest first, as the filter above them asks. */
export function useSwapLog() {
  return useRecords<SwapRow>({
    queryKey: [...queryKeys.swaps, 'log', useRecordFilter().times],
    load: useLoadSwaps(PAGE_SIZE),
    enabled: useSignedIn(),
  });
}

/** Returns a function that fetches the page of swaps at a cursor. */
export function useLoadSwaps(pageSize: number) {
  const client = useClient();
  const { times } = useRecordFilter();
  return (cursor: string | null) =>
    client.call('getSwapLog', {
      query: { pageSize: String(pageSize), ...times, ...(cursor === null ? {} : { cursor }) },
    });
}

/** Returns a function that fetches again all that a conversion changes. */
export function useSwapsChanged(): () => Promise<unknown> {
  const queries = useQueryClient();
  const changed = [queryKeys.balances, queryKeys.bills, queryKeys.swaps];
  return () => Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })));
}
