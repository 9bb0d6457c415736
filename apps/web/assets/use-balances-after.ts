import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryKeys } from '../data/index.ts';

/** Loads balances and bills again, which other panels show, whenever another number of a list's rows moved coins. */
export function useBalancesAfter(moved: number): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (moved === 0) return;
    for (const queryKey of [queryKeys.balances, queryKeys.bills])
      void queries.invalidateQueries({ queryKey });
  }, [moved, queries]);
}
