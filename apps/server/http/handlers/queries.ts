import type { KernelView } from '@candor/kernel';

/** Live reads of calls that anybody may make. */
export const publicQueries = {
  /** The index of a symbol, and the best levels of its book beside it. */
  indexAndBest: (view: KernelView, symbolId: number) => ({
    index: view.index(symbolId),
    best: view.depth(symbolId, 1),
  }),
  /** The sums of the ledger by asset: linear in the number of accounts. */
  ledgerSums: (view: KernelView) => view.ledgerSums(),
};
