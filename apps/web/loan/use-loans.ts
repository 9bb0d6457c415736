import type { LoanPoolEntryRow, LoanRecordRow, LoanRecordStatus } from '@candor/api';
import { useRecords } from '@candor/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys, useClient, useSignedIn } from '../data/index.ts';
import { useRecordFilter } from '../records/record-filter.tsx';

const PAGE_SIZE = 20;
const ENTRIES_SIZE = 10;
const REFRESH_MS = 10_000;

/** The user's applications and loans of a status, newest first, as the filter above them asks. */
export function useLoanRecords(status: LoanRecordStatus | undefined) {
  return useRecords<LoanRecordRow>({
    queryKey: [...queryKeys.loans, 'records', status ?? '', useRecordFilter().times],
    load: useLoadLoans(PAGE_SIZE, status),
    enabled: useSignedIn(),
    refreshMs: REFRESH_MS,
  });
}

/** Returns a function that fetches the page of the user's loans at a cursor. */
export function useLoadLoans(pageSize: number, status: LoanRecordStatus | undefined) {
  const client = useClient();
  const { times } = useRecordFilter();
  return (cursor: string | null) =>
    client.call('getLoanRecords', {
      query: {
        pageSize: String(pageSize),
        ...times,
        ...(status === undefined ? {} : { status }),
        ...(cursor === null ? {} : { cursor }),
      },
    });
}

/** An application that waits for its review; null where there is none, and for visitors. */
export function usePendingLoan(): LoanRecordRow | null {
  const client = useClient();
  const { data } = useQuery({
    queryKey: [...queryKeys.loans, 'pending'],
    queryFn: () => client.call('getLoanRecords', { query: { pageSize: '1', status: 'pending' } }),
    enabled: useSignedIn(),
    refetchInterval: REFRESH_MS,
  });
  return data?.records[0] ?? null;
}

/** One application with its loan and everything that happened to it. */
export function useLoanDetail(id: number) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.loans, 'detail', id],
    queryFn: () => client.call('getLoanRecord', { query: { id: String(id) } }),
    enabled: useSignedIn(),
    refetchInterval: REFRESH_MS,
  });
}

/** The movements of the pools that lend, newest first. */
export function useLoanPoolEntries() {
  const client = useClient();
  return useRecords<LoanPoolEntryRow>({
    queryKey: [...queryKeys.loans, 'entries'],
    load: (cursor) =>
      client.call('getLoanPoolEntries', {
        query: { pageSize: String(ENTRIES_SIZE), ...(cursor === null ? {} : { cursor }) },
      }),
    refreshMs: REFRESH_MS,
  });
}

/** Returns a function that fetches again all that an act of loans changes. */
export function useLoansChanged(): () => Promise<unknown> {
  const queries = useQueryClient();
  const changed = [queryKeys.loans, queryKeys.creditScore, queryKeys.balances, queryKeys.bills];
  return () => Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })));
}
