import type { CallData, Calls } from '@candor/api';
import { useQuery } from '@tanstack/react-query';
import { useClient, useSignedIn } from './hooks.ts';
import { queryKeys } from './query-keys.ts';

const MINUTE_MS = 60_000;

/** A request to remove lost factors, as its requester sees it. */
export type Recovery = CallData<Calls['getRecovery']>;

/** The request of a token that this browser keeps. */
export function useRecovery(token: string | null) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.recovery(token),
    queryFn: () => client.call('getRecovery', { body: { token: token ?? '' } }),
    enabled: token !== null,
    refetchInterval: MINUTE_MS,
    retry: false,
  });
}

/** The request under way for the signed-in user's account, whoever made it; null where there is none. */
export function useOwnRecovery() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.ownRecovery,
    queryFn: () => client.call('getOwnRecovery'),
    enabled: useSignedIn(),
    staleTime: MINUTE_MS,
    refetchInterval: 5 * MINUTE_MS,
  });
}
