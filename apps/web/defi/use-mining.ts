import type { MiningPoolEntryRow, MiningRecordRow } from '@candor/api';
import { useRecords } from '@candor/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys, useClient, useCurrencyAccounts, useSignedIn } from '../data/index.ts';
import { useRecordFilter } from '../records/record-filter.tsx';
import type { RecordKind } from './search.ts';

const PAGE_SIZE = 20;
const ENTRIES_SIZE = 10;
const REFRESH_MS = 10_000;
const SPOT = '1';

/** Returns the user's spot balance of a coin; null for visitors and until it is known. */
export function useSpotAvailable(coin: string): string | null {
  const { data } = useCurrencyAccounts();
  if (data === undefined) return null;
  return data.list.find((row) => row.type === SPOT && row.coin === coin)?.transferable ?? '0';
}

/** The movements of the pool, newest first. */
export function usePoolEntries() {
  const client = useClient();
  return useRecords<MiningPoolEntryRow>({
    queryKey: [...queryKeys.mining, 'entries'],
    load: (cursor) =>
      client.call('getMiningPoolEntries', {
        query: { pageSize: String(ENTRIES_SIZE), ...(cursor === null ? {} : { cursor }) },
      }),
    refreshMs: REFRESH_MS,
  });
}

/** The rewards of one locked coin at each gear over time. */
export function useMiningIndex() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.mining, 'index'],
    queryFn: () => client.call('getMiningIndex'),
    refetchInterval: REFRESH_MS,
  });
}

/** The movements of the user's node, newest first, as the filter above them asks. */
export function useMiningRecords(kind: RecordKind | undefined) {
  return useRecords<MiningRecordRow>({
    queryKey: [...queryKeys.mining, 'records', kind ?? '', useRecordFilter().times],
    load: useLoadRecords(PAGE_SIZE, kind),
    enabled: useSignedIn(),
    refreshMs: REFRESH_MS,
  });
}

/** Returns a function that fetches the page of movements at a cursor. */
export function useLoadRecords(pageSize: number, kind: RecordKind | undefined) {
  const client = useClient();
  const { times } = useRecordFilter();
  return (cursor: string | null) =>
    client.call('getMiningRecords', {
      query: {
        pageSize: String(pageSize),
        ...times,
        ...(kind === undefined ? {} : { kind }),
        ...(cursor === null ? {} : { cursor }),
      },
    });
}

/** A movement with its accrual and its place in the journal. */
export function useMiningReceipt(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.mining, 'receipt', id],
    queryFn: () => client.call('getMiningRecord', { query: { id } }),
  });
}

/** Returns a function that fetches again all that an act of mining changes. */
export function useMiningChanged(): () => Promise<unknown> {
  const queries = useQueryClient();
  const changed = [queryKeys.mining, queryKeys.balances, queryKeys.bills, queryKeys.withdrawals];
  return () => Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })));
}
