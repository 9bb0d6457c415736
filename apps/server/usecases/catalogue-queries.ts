import type { KernelView } from '@candor/kernel';

/** Live reads of what is listed. */
export const catalogueQueries = {
  /** How the journal began, and the spot symbols and assets with their terms. */
  spotCatalogue(view: KernelView) {
    const { mode, feed, seedHash, makerFeePpm, takerFeePpm } = view;
    return {
      ...{ mode, feed, seedHash, makerFeePpm, takerFeePpm },
      symbols: view.symbols().map((symbol) => ({ ...symbol })),
      assets: view.assets().map((asset) => ({ ...asset })),
    };
  },
};
