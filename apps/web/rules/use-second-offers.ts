import type { CallData, Calls } from '@candor/api';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../data/index.ts';

const REFRESH_MS = 60_000;

export type SecondOffer = CallData<Calls['periodList']>['records'][number];

/** The markets of second contracts with their periods, payouts and stakes, as operators set them. */
export function useSecondOffers() {
  const client = useClient();
  return useQuery({
    queryKey: ['rules', 'seconds'],
    queryFn: () => client.call('periodList', { body: {} }),
    refetchInterval: REFRESH_MS,
  });
}
