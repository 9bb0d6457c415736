import type { KernelView } from '@candor/kernel';

/** Live reads of public calls. */
export const publicQueries = {
  /** Returns the index of a symbol and the best levels of its book. */
  indexAndBest: (view: KernelView, symbolId: number) => ({
    index: view.index(symbolId),
    best: view.spot.depth(symbolId, 1),
  }),
  /** Returns the ledger's sums by asset. The cost is linear in the number of accounts. */
  ledgerSums: (view: KernelView) => view.ledgerSums(),
};
