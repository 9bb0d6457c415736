import type { CallData, Calls } from '@candor/api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys, useClient } from '../data/index.ts';

export type ApiKey = CallData<Calls['getApis']>['list'][number];

/** The user's API keys. */
export function useApiKeys() {
  const client = useClient();
  return useQuery({ queryKey: queryKeys.apiKeys, queryFn: () => client.call('getApis') });
}

/** Fetches the keys again, after one was made or deleted. */
export function useApiKeysChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: queryKeys.apiKeys });
}
