import type { WithdrawalRow } from '@candor/api';
import { useRecords } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useClient, useSignedIn } from './hooks.ts';
import { queryKeys } from './query-keys.ts';
import type { RecordTimes } from './record-times.ts';

const PAGE_SIZE = 20;
/** Confirmations tick by: about as often as the fastest chain makes blocks. */
const REFRESH_MS = 2_000;

/** Coins and networks for withdrawals, with fees, limits and what holds them now. */
export function useWithdrawalCurrencies() {
  const client = useClient();
  const signedIn = useSignedIn();
  return useQuery({
    queryKey: [...queryKeys.withdrawals, 'currencies'],
    queryFn: () => client.call('getWithdrawalCurrency'),
    enabled: signedIn,
    refetchInterval: REFRESH_MS * 5,
  });
}

/** The user's saved addresses, by label. */
export function useWithdrawalAddresses() {
  const client = useClient();
  const signedIn = useSignedIn();
  return useQuery({
    queryKey: [...queryKeys.withdrawals, 'addresses'],
    queryFn: () => client.call('getWithdrawalAddresses'),
    enabled: signedIn,
  });
}

/** Reads facts of a recipient before it is paid; none for null, and for one that its network refuses. */
export function useWithdrawalAddress(network: string, address: string | null) {
  const client = useClient();
  const signedIn = useSignedIn();
  return useQuery({
    queryKey: [...queryKeys.withdrawals, 'address', network, address],
    queryFn: () => client.call('getWithdrawalAddress', { query: { network, address: address ?? '' } }),
    enabled: signedIn && address !== null,
    retry: false,
  });
}

/** The user's withdrawals of some times with the clock of each, newest first. */
export function useWithdrawalLog(times: RecordTimes) {
  return useRecords<WithdrawalRow>({
    queryKey: [...queryKeys.withdrawals, 'log', times],
    load: useLoadWithdrawals(times, PAGE_SIZE),
    enabled: useSignedIn(),
    refreshMs: REFRESH_MS,
  });
}

/** Returns a function that fetches the page of withdrawals at a cursor. */
export function useLoadWithdrawals(times: RecordTimes, pageSize: number) {
  const client = useClient();
  return (cursor: string | null) =>
    client.call('getWithdrawalLog', {
      query: { pageSize: String(pageSize), ...times, ...(cursor === null ? {} : { cursor }) },
    });
}
