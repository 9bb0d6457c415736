import type { FillRow, OrderRow } from '@candor/api';
import { type RecordsPage, useRecords } from '@candor/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  CSV_PAGE_SIZE,
  queryKeys,
  type RecordTimes,
  useClient,
  useServices,
  useSignedIn,
} from '../../data/index.ts';
import { useRecordFilter } from '../../records/record-filter.tsx';

const RECORDS_PAGE_SIZE = 30;

/** Fetches one page of records: of a symbol or of all, at a cursor, of at most `size` rows, of some times. */
export type LoadRecords<Row> = (
  symbol: string,
  cursor: string | null,
  size: number,
  times: RecordTimes,
) => Promise<RecordsPage<Row>>;

/**
 * The user's records of a kind, newest first, page by page, as the filter above them asks; fetched again when orders or
 * balances change. `load` fetches the larger pages of a file.
 */
export function useAccountRecords<Row>(kind: string, symbol: string | undefined, load: LoadRecords<Row>) {
  const signedIn = useSignedIn();
  const queries = useQueryClient();
  const { account } = useServices();
  const filter = useRecordFilter();
  const of = symbol ?? filter.symbol ?? 'all';
  useEffect(
    () => account.onChange(() => queries.invalidateQueries({ queryKey: [...queryKeys.orders, kind] })),
    [account, queries, kind],
  );
  const { query, rows } = useRecords({
    queryKey: [...queryKeys.orders, kind, of, filter.times],
    load: (cursor) => load(of, cursor, RECORDS_PAGE_SIZE, filter.times),
    enabled: signedIn,
  });
  return { query, rows, load: (cursor: string | null) => load(of, cursor, CSV_PAGE_SIZE, filter.times) };
}

/** The user's done orders, newest first, page by page; fetched again when an order changes. */
export function useOrderHistory(symbol: string | undefined) {
  const client = useClient();
  return useAccountRecords<OrderRow>('history', symbol, (of, cursor, size, times) =>
    client.call('entrustLog', {
      params: { scope: 'history', symbol: of, limit: String(size) },
      query: { ...times, ...(cursor === null ? {} : { cursor }) },
    }),
  );
}

/** The user's fills, newest first, page by page. */
export function useFills(symbol: string | undefined) {
  const client = useClient();
  return useAccountRecords<FillRow>('fills', symbol, (of, cursor, size, times) =>
    client.call('myExchangeLog', {
      params: { symbol: of },
      query: { pageSize: String(size), ...times, ...(cursor === null ? {} : { cursor }) },
    }),
  );
}
