import type { EarnProduct, KernelView } from '@candor/kernel';
import { QUOTE } from './listed.ts';

/** Live reads of an existing journal at a start. */
export const listingQueries = {
  /** Null before the first command. */
  journalMode: (view: KernelView) => view.mode,
  /** The mode, and the hash of the simulator's seed that the journal published at its beginning. */
  journalOrigin: (view: KernelView) => ({ mode: view.mode, seedHash: view.seedHash }),
  /** The listed contracts, and the current balances of the insurance and the house's contract wallet. */
  contractsToOpen: (view: KernelView, houseUserId: number) => {
    const quoteAssetId = quoteOf(view);
    const hasHouse = view.hasAccount(houseUserId);
    return {
      mode: view.mode,
      listed: new Set(view.perpetual.symbols().map(({ indexSymbolId }) => indexSymbolId)),
      symbols: view.symbols(),
      assetId: quoteAssetId,
      insurance: quoteAssetId === null ? 0n : view.perpetual.insurance(quoteAssetId),
      hasHouse,
      hasWallet: hasHouse && view.balances(houseUserId, 'contract').length > 0,
    };
  },
  /** The symbols, and those of them that have second contracts. */
  secondsToOpen: (view: KernelView) => ({
    mode: view.mode,
    offered: new Set(view.seconds.offers().map(({ symbolId }) => symbolId)),
    symbols: view.symbols(),
    assetId: quoteOf(view),
  }),
  /** The coins and symbols, and those of them that have terms of margin trading; symbol 0 stands for cross margin. */
  marginToOpen: (view: KernelView) => ({
    mode: view.mode,
    known: new Set(view.margin.assets().map(({ assetId }) => assetId)),
    offered: new Set(view.margin.terms().map(({ symbolId }) => symbolId)),
    symbols: view.symbols(),
    assets: view.assets(),
  }),
  /** The coins, and those that some staking was ever offered of. */
  earnToOpen: (view: KernelView, product: EarnProduct) => ({
    mode: view.mode,
    known: new Set(view[product].offers().map(({ assetId }) => assetId)),
    assets: view.assets(),
  }),
  /** The coins, and those whose mining was ever funded. */
  miningToOpen: (view: KernelView) => ({
    mode: view.mode,
    known: new Set(
      view.mining
        .streams()
        .filter(({ pool, claimed }) => pool > 0n || claimed > 0n)
        .map(({ assetId }) => assetId),
    ),
    assets: view.assets(),
  }),
  /** The coins and symbols, and those of the coins that can be swapped. */
  swapsToOpen: (view: KernelView) => ({
    mode: view.mode,
    known: new Set(view.swap.assets().map(({ assetId }) => assetId)),
    symbols: view.symbols(),
    assets: view.assets(),
  }),
};

/** Returns the quote coin of the exchange, or null if it is not listed. */
function quoteOf(view: KernelView): number | null {
  return view.assets().find(({ code }) => code === QUOTE.code)?.assetId ?? null;
}

declare module '../../engine/core/live-queries.ts' {
  interface LiveQueries {
    readonly listing: typeof listingQueries;
  }
}
