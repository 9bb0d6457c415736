import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient, useSignedIn } from './hooks.ts';
import { queryKeys } from './query-keys.ts';

/** The user's price alerts: those that wait, then those that went off. */
export function usePriceAlerts() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.priceAlerts,
    queryFn: () => client.call('getPriceAlerts'),
    enabled: useSignedIn(),
  });
}

/** Returns what fetches the alerts again after an act. */
export function useAlertsChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: queryKeys.priceAlerts });
}
