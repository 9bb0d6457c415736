import type { FillRow, OrderRow } from '@candor/api';
import { type RecordsPage, useRecords } from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryKeys, useClient, useServices, useSignedIn } from '../../data/index.ts';

export const RECORDS_PAGE_SIZE = 30;

/** The user's records of a kind, newest first, page by page; fetched again when orders or balances change. */
export function useAccountRecords<Row>(
  kind: string,
  symbol: string | undefined,
  load: (symbol: string, cursor: string | null) => Promise<RecordsPage<Row>>,
) {
  const signedIn = useSignedIn();
  const queries = useQueryClient();
  const { account } = useServices();
  useEffect(
    () => account.onChange(() => queries.invalidateQueries({ queryKey: [...queryKeys.orders, kind] })),
    [account, queries, kind],
  );
  return useRecords({
    queryKey: [...queryKeys.orders, kind, symbol ?? 'all'],
    load: (cursor) => load(symbol ?? 'all', cursor),
    enabled: signedIn,
  });
}

/** The user's done orders, newest first, page by page; fetched again when an order changes. */
export function useOrderHistory(symbol: string | undefined) {
  const client = useClient();
  return useAccountRecords<OrderRow>('history', symbol, (of, cursor) =>
    client.call('entrustLog', {
      params: { scope: 'history', symbol: of, limit: String(RECORDS_PAGE_SIZE) },
      query: cursor === null ? {} : { cursor },
    }),
  );
}

/** The user's fills, newest first, page by page. */
export function useFills(symbol: string | undefined) {
  const client = useClient();
  return useAccountRecords<FillRow>('fills', symbol, (of, cursor) =>
    client.call('myExchangeLog', {
      params: { symbol: of },
      query: { pageSize: String(RECORDS_PAGE_SIZE), ...(cursor === null ? {} : { cursor }) },
    }),
  );
}
