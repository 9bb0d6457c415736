import { useQuery } from '@tanstack/react-query';
import { useClient, useSignedIn } from './hooks.ts';
import { queryKeys } from './query-keys.ts';

const REFRESH_MS = 10_000;

/** The products of power loans, and the pools that lend. */
export function useLoanProducts() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.loans, 'products'],
    queryFn: () => client.call('getLoanProducts'),
    refetchInterval: REFRESH_MS,
  });
}

/** The user's credit score with all that it follows from, and the limit that it gives; nothing for visitors. */
export function useCreditScore() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.creditScore,
    queryFn: () => client.call('getCreditScore'),
    enabled: useSignedIn(),
  });
}
