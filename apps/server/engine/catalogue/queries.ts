import type { KernelView } from '@candor/kernel';

/** Live reads of listings. */
export const catalogueQueries = {
  /** The journal's origin, and the spot symbols and assets with their terms. */
  spotCatalogue(view: KernelView) {
    const { mode, feed, seedHash } = view;
    const { makerFeePpm, takerFeePpm } = view.spot;
    return {
      mode,
      feed,
      seedHash,
      makerFeePpm,
      takerFeePpm,
      symbols: view.symbols().map((symbol) => ({ ...symbol })),
      assets: view.assets().map((asset) => ({ ...asset })),
    };
  },
};

declare module '../core/live-queries.ts' {
  interface LiveQueries {
    readonly catalogue: typeof catalogueQueries;
  }
}
