import type { CreditChangeRow } from '@candor/api';
import { useRecords } from '@candor/ui';
import { useQuery } from '@tanstack/react-query';
import { useClient, useSignedIn } from './hooks.ts';
import { queryKeys } from './query-keys.ts';

const REFRESH_MS = 10_000;
const CHANGES_SIZE = 10;

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

/** Changes of the user's credit score by loans, newest first. */
export function useCreditChanges() {
  const client = useClient();
  return useRecords<CreditChangeRow>({
    queryKey: [...queryKeys.creditScore, 'changes'],
    load: (cursor) =>
      client.call('getCreditChanges', {
        query: { pageSize: String(CHANGES_SIZE), ...(cursor === null ? {} : { cursor }) },
      }),
    enabled: useSignedIn(),
  });
}
