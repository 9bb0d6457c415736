import type { KernelView } from '@candor/kernel';
import { QUOTE } from './listed.ts';

/** What a start asks of the journal that it meets. */
export const listingQueries = {
  /** Null before the first command. */
  journalMode: (view: KernelView) => view.mode,
  /** The mode, and the hash of the simulator's seed as the journal showed it at its beginning. */
  journalOrigin: (view: KernelView) => ({ mode: view.mode, seedHash: view.seedHash }),
  /** Which contracts are listed, and what the insurance and the house's contract wallet hold already. */
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
  /** The price bands in force of all symbols and contracts; a contract's index is a symbol's name. */
  priceBands: (view: KernelView) => {
    const symbols = view.symbols();
    const spot = symbols.map(({ symbolId, name, priceBandPpm }) => {
      return { symbolId, indexName: name, priceBandPpm, isContract: false };
    });
    const contracts = view.perpetual.symbols().map(({ symbolId, indexSymbolId, priceBandPpm }) => {
      const indexName = symbols.find((symbol) => symbol.symbolId === indexSymbolId)?.name ?? '';
      return { symbolId, indexName, priceBandPpm, isContract: true };
    });
    return [...spot, ...contracts];
  },
  /** The coins and symbols, and those of them that have terms of margin trading; symbol 0 stands for cross margin. */
  marginToOpen: (view: KernelView) => ({
    mode: view.mode,
    known: new Set(view.margin.assets().map(({ assetId }) => assetId)),
    offered: new Set(view.margin.terms().map(({ symbolId }) => symbolId)),
    symbols: view.symbols(),
    assets: view.assets(),
  }),
};

/** The coin that all is counted in; null where it is not listed. */
function quoteOf(view: KernelView): number | null {
  return view.assets().find(({ code }) => code === QUOTE.code)?.assetId ?? null;
}
