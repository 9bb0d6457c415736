import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys, useClient } from '../../data/index.ts';
import { type FollowedSettlements, followSettled, NO_SETTLEMENTS } from './check-settled.ts';
import { type FollowedChain, followChain, NO_CHAIN } from './follow-chain.ts';

const CHAIN_MS = 2_000;
const SETTLED_MS = 5_000;

/** Follows the chain of ticks from now on, each answer from where the one before ended. */
export function useFollowedChain() {
  const client = useClient();
  const queries = useQueryClient();
  return useQuery({
    queryKey: queryKeys.tickChain,
    queryFn: async () => {
      const before = queries.getQueryData<FollowedChain>(queryKeys.tickChain) ?? NO_CHAIN;
      if (before.wrong !== null) return before;
      const query = before.end === null ? {} : { after: String(before.end.no) };
      return followChain(before, await client.call('getTickChain', { query }));
    },
    refetchInterval: CHAIN_MS,
    structuralSharing: false,
  });
}

/** Checks the last settlements, and those that follow while the page is open. */
export function useFollowedSettlements() {
  const client = useClient();
  const queries = useQueryClient();
  return useQuery({
    queryKey: queryKeys.settled,
    queryFn: async () => {
      const before = queries.getQueryData<FollowedSettlements>(queryKeys.settled) ?? NO_SETTLEMENTS;
      return followSettled(before, await client.call('getSettled'));
    },
    refetchInterval: SETTLED_MS,
    structuralSharing: false,
  });
}
