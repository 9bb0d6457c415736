import { useQuery } from '@tanstack/react-query';
import { useClient, useSignedIn } from './hooks.ts';
import { queryKeys } from './query-keys.ts';

const REFRESH_MS = 10_000;

/** The offers of staking, and what is left of each. */
export function usePledgeOffers() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.staking, 'offers'],
    queryFn: () => client.call('getPledgeProducts'),
    refetchInterval: REFRESH_MS,
  });
}

/** The pools that staking is paid from, and what each paid. */
export function usePledgePools() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.staking, 'pools'],
    queryFn: () => client.call('getPledgePools'),
    refetchInterval: REFRESH_MS,
  });
}

/** The user's staked coins with the interest that is reserved and that was paid; nothing for visitors. */
export function usePledgeSummary() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.staking, 'summary'],
    queryFn: () => client.call('getPledgeSummary'),
    enabled: useSignedIn(),
    refetchInterval: REFRESH_MS,
  });
}
