import type { RechargeRow } from '@candor/api';
import { useRecords } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useClient, useSignedIn } from './hooks.ts';
import { queryKeys } from './query-keys.ts';
import { type RecordTimes, timeNumbers } from './record-times.ts';

const PAGE_SIZE = 20;
/** Confirmations tick by: about as often as the fastest chain makes blocks. */
const REFRESH_MS = 2_000;

/** Coins and networks that can be deposited. */
export function useRechargeCurrencies() {
  const client = useClient();
  const signedIn = useSignedIn();
  return useQuery({
    queryKey: [...queryKeys.deposits, 'currencies'],
    queryFn: () => client.call('getRechargeCurrency'),
    enabled: signedIn,
    refetchInterval: REFRESH_MS * 10,
  });
}

/** The accounts that a recharge may be paid to, and what a reviewed one needs. */
export function useRechargeBanks() {
  const client = useClient();
  const signedIn = useSignedIn();
  return useQuery({
    queryKey: [...queryKeys.deposits, 'banks'],
    queryFn: () => client.call('getRechargeBanks'),
    enabled: signedIn,
  });
}

/** The user's own address of a coin on a network. */
export function useDepositAddress(coin: string, network: string) {
  const client = useClient();
  const signedIn = useSignedIn();
  return useQuery({
    queryKey: [...queryKeys.deposits, 'address', coin, network],
    queryFn: () => client.call('getDepositAddress', { params: { coin }, query: { network } }),
    enabled: signedIn,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The user's deposits of some times, newest first, with their confirmations as they come. */
export function useDepositLog(times: RecordTimes) {
  return useRecords<RechargeRow>({
    queryKey: [...queryKeys.deposits, 'log', times],
    load: useLoadDeposits(times, PAGE_SIZE),
    enabled: useSignedIn(),
    refreshMs: REFRESH_MS,
  });
}

/** Tokens that reached the user's addresses and are not credited. */
export function useUnlistedTokens() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.deposits, 'unlisted'],
    queryFn: async () => (await client.call('getRechargeLog', { body: { type: 1, pageSize: 1 } })).unlisted,
    enabled: useSignedIn(),
    refetchInterval: REFRESH_MS * 10,
  });
}

/** Returns a function that fetches the page of deposits at a cursor. */
export function useLoadDeposits(times: RecordTimes, pageSize: number) {
  const client = useClient();
  return (cursor: string | null) =>
    client.call('getRechargeLog', {
      body: { type: 1, pageSize, ...timeNumbers(times), ...(cursor === null ? {} : { cursor }) },
    });
}

/** The newest blocks of the practice chain. */
export function usePracticeBlocks() {
  const client = useClient();
  const signedIn = useSignedIn();
  return useQuery({
    queryKey: [...queryKeys.deposits, 'blocks'],
    queryFn: () => client.call('getPracticeBlocks'),
    enabled: signedIn,
    refetchInterval: REFRESH_MS,
  });
}
