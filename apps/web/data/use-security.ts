import type { CallData, Calls } from '@candor/api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from './hooks.ts';
import { queryKeys } from './query-keys.ts';

export type Security = CallData<Calls['getSecurity']>;

/** The user's factors, and until when withdrawals wait. */
export function useSecurity() {
  const client = useClient();
  return useQuery({ queryKey: queryKeys.security, queryFn: () => client.call('getSecurity') });
}

/** Fetches the factors again, after one of them changed. */
export function useSecurityChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: queryKeys.security });
}
