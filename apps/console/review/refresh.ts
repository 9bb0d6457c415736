import { useQueryClient } from '@tanstack/react-query';

export const REVIEW_KEY = ['review'];

/** Returns a function that fetches again what an act on the queue changes; pictures stay, as each look is logged. */
export function useRefresh() {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({
        queryKey: REVIEW_KEY,
        predicate: ({ queryKey }) => queryKey[1] !== 'picture',
      }),
      queries.invalidateQueries({ queryKey: ['log'] }),
    ]);
}
