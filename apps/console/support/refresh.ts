import { useQueryClient } from '@tanstack/react-query';

export const SUPPORT_KEY = ['support'];

/** Returns what fetches queue and conversation again; pictures stay, as each look at one is logged. */
export function useRefresh(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({
        queryKey: SUPPORT_KEY,
        predicate: ({ queryKey }) => queryKey[1] !== 'picture',
      }),
      queries.invalidateQueries({ queryKey: ['log'] }),
    ]);
}
