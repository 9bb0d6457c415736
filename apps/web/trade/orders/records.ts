import type { FillRow, OrderRow } from '@candor/contract';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryKeys, useClient, useServices, useSignedIn } from '../../data/index.ts';

export const RECORDS_PAGE_SIZE = 30;

interface Page<Row> {
  readonly records: readonly Row[];
  readonly nextCursor: string | null;
}

/** The user's records of a kind, newest first, page by page; fetched again when orders or balances change. */
export function useRecords<Row>(
  kind: string,
  symbol: string | undefined,
  load: (symbol: string, cursor: string | null) => Promise<Page<Row>>,
) {
  const signedIn = useSignedIn();
  const queries = useQueryClient();
  const { account } = useServices();
  useEffect(
    () => account.onChange(() => queries.invalidateQueries({ queryKey: [...queryKeys.orders, kind] })),
    [account, queries, kind],
  );
  const query = useInfiniteQuery({
    queryKey: [...queryKeys.orders, kind, symbol ?? 'all'],
    queryFn: ({ pageParam }) => load(symbol ?? 'all', pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    enabled: signedIn,
  });
  return { query, rows: query.data?.pages.flatMap((page) => page.records) ?? null };
}

/** The user's done orders, newest first, page by page; fetched again when an order changes. */
export function useOrderHistory(symbol: string | undefined) {
  const client = useClient();
  return useRecords<OrderRow>('history', symbol, (of, cursor) =>
    client.call('entrustLog', {
      params: { scope: 'history', symbol: of, limit: String(RECORDS_PAGE_SIZE) },
      query: cursor === null ? {} : { cursor },
    }),
  );
}

/** The user's fills, newest first, page by page. */
export function useFills(symbol: string | undefined) {
  const client = useClient();
  return useRecords<FillRow>('fills', symbol, (of, cursor) =>
    client.call('myExchangeLog', {
      params: { symbol: of },
      query: { pageSize: String(RECORDS_PAGE_SIZE), ...(cursor === null ? {} : { cursor }) },
    }),
  );
}
