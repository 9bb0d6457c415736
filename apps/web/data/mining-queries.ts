import { useQuery } from '@tanstack/react-query';
import { useClient, useSignedIn } from './hooks.ts';
import { queryKeys } from './query-keys.ts';

const REFRESH_MS = 10_000;
/** A call of join() is confirmed block by block: about as often as the fastest chain makes them. */
const JOINING_MS = 2_000;

/** Gears, pool and contract of DeFi mining. */
export function useMiningOverview() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.mining, 'overview'],
    queryFn: () => client.call('getMiningOverview'),
    refetchInterval: REFRESH_MS,
  });
}

/** The user's linked wallet, node and income; nothing for visitors. */
export function useMiningAccount() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.mining, 'account'],
    queryFn: () => client.call('getMiningAccount'),
    enabled: useSignedIn(),
    refetchInterval: ({ state }) => (state.data?.join?.state === 'seen' ? JOINING_MS : REFRESH_MS),
  });
}
