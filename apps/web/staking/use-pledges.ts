import type { PledgeOrderRow, PledgePoolEntryRow } from '@candor/api';
import { useRecords } from '@candor/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys, useClient, useSignedIn } from '../data/index.ts';
import { useRecordFilter } from '../records/record-filter.tsx';
import type { OrderStatus } from './search.ts';

const PAGE_SIZE = 20;
const ENTRIES_SIZE = 10;
const REFRESH_MS = 10_000;

/** The user's orders of a status, newest first, as the filter above them asks. */
export function usePledgeOrders(status: OrderStatus | undefined) {
  return useRecords<PledgeOrderRow>({
    queryKey: [...queryKeys.staking, 'orders', status ?? '', useRecordFilter().times],
    load: useLoadPledges(PAGE_SIZE, status),
    enabled: useSignedIn(),
    refreshMs: REFRESH_MS,
  });
}

/** Returns a function that fetches the page of the user's orders at a cursor. */
export function useLoadPledges(pageSize: number, status: OrderStatus | undefined) {
  const client = useClient();
  const { times } = useRecordFilter();
  return (cursor: string | null) =>
    client.call('getPledgeOrders', {
      query: {
        pageSize: String(pageSize),
        ...times,
        ...(status === undefined ? {} : { status }),
        ...(cursor === null ? {} : { cursor }),
      },
    });
}

/** An order with the place of its last command in the journal. */
export function usePledgeReceipt(id: number) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.staking, 'receipt', id],
    queryFn: () => client.call('getPledgeOrder', { query: { id: String(id) } }),
  });
}

/** The movements of all pools, newest first. */
export function usePoolEntries() {
  const client = useClient();
  return useRecords<PledgePoolEntryRow>({
    queryKey: [...queryKeys.staking, 'entries'],
    load: (cursor) =>
      client.call('getPledgePoolEntries', {
        query: { pageSize: String(ENTRIES_SIZE), ...(cursor === null ? {} : { cursor }) },
      }),
  });
}

/** Returns a function that fetches again all that an act of staking changes. */
export function usePledgesChanged(): () => Promise<unknown> {
  const queries = useQueryClient();
  const changed = [queryKeys.staking, queryKeys.balances, queryKeys.bills];
  return () => Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })));
}
