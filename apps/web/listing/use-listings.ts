import type { ListingApplication, ListingSummary } from '@candor/api';
import { useRecords } from '@candor/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys, useClient, useSignedIn } from '../data/index.ts';
import { useRecordFilter } from '../records/record-filter.tsx';

const PAGE_SIZE = 20;
const REFRESH_MS = 10_000;

const keyOf = (id: number) => [...queryKeys.listings, 'one', id];

/** The user's applications, newest first, as the filter above them asks. */
export function useListings() {
  const client = useClient();
  const { times } = useRecordFilter();
  return useRecords<ListingSummary>({
    queryKey: [...queryKeys.listings, 'rows', times],
    load: (cursor) =>
      client.call('getListings', {
        query: { pageSize: String(PAGE_SIZE), ...times, ...(cursor === null ? {} : { cursor }) },
      }),
    enabled: useSignedIn(),
    refreshMs: REFRESH_MS,
  });
}

/** One application. A form reads it once: what is typed is not replaced by what comes later. */
export function useListing(id: number | undefined, isFollowed: boolean) {
  const client = useClient();
  const signedIn = useSignedIn();
  return useQuery({
    queryKey: keyOf(id ?? 0),
    queryFn: () => client.call('getListing', { query: { id: String(id) } }),
    enabled: signedIn && id !== undefined,
    ...(isFollowed ? { refetchInterval: REFRESH_MS } : { staleTime: Number.POSITIVE_INFINITY }),
  });
}

/** Returns functions that take an answer as the application that it is, and fetch the list again. */
export function useListingsChanged() {
  const queries = useQueryClient();
  return {
    took: (application: ListingApplication) => queries.setQueryData(keyOf(application.id), application),
    changed: () => queries.invalidateQueries({ queryKey: [...queryKeys.listings, 'rows'] }),
  };
}
