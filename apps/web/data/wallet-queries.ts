import type { CallInput, Calls } from '@candor/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient, useSignedIn } from './hooks.ts';
import { queryKeys } from './query-keys.ts';

const REFRESH_MS = 10_000;

/** Every account of the user with its worth, the total first. */
export function useWalletAccounts() {
  const client = useClient();
  const signedIn = useSignedIn();
  return useQuery({
    queryKey: [...queryKeys.balances, 'accounts'],
    queryFn: () => client.call('getWalletAccount'),
    enabled: signedIn,
    refetchInterval: REFRESH_MS,
  });
}

/** What lies in which account, and how much of it may be transferred out. */
export function useCurrencyAccounts() {
  const client = useClient();
  const signedIn = useSignedIn();
  return useQuery({
    queryKey: [...queryKeys.balances, 'currencies'],
    queryFn: () => client.call('getCurrencyAccount', { query: {} }),
    enabled: signedIn,
    refetchInterval: REFRESH_MS,
  });
}

export type TransferInput = CallInput<Calls['transfer']>['query'];

/** Moves a coin between two accounts of the user. */
export function useTransfer() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (query: TransferInput) => client.call('transfer', { query }),
    onSettled: () =>
      Promise.all(
        [queryKeys.balances, queryKeys.bills].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  });
}
