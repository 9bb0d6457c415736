import { RATES_REFRESH_MS } from '@candor/products';
import { useQuery } from '@tanstack/react-query';
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

/** Returns the balances by account, and the part of each that may be transferred out. */
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

/** Queries where all of a coin is, and what it brought. */
export function useAssetDetails(coin: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.balances, 'details', coin],
    queryFn: () => client.call('getAssetDetails', { params: { coin } }),
    enabled: useSignedIn(),
  });
}

/** The query of the wallets' value, day by day: of all coins, or of one. */
export function useAssetHistory(coin: string | null) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.bills, 'days', coin],
    queryFn: () => client.call('getAssetHistory', { query: coin === null ? {} : { coin } }),
    enabled: useSignedIn(),
    staleTime: HISTORY_MS,
  });
}

const HISTORY_MS = 60_000;

/** Exchange rates of currencies and the index prices of coins, for showing values. */
export function useCoinRates() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.rates,
    queryFn: () => client.call('getCoinRate'),
    staleTime: RATES_REFRESH_MS,
    refetchInterval: RATES_REFRESH_MS,
  });
}
