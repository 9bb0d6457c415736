import type { AssetInfo, KernelView, SymbolInfo } from '@candor/kernel';

export interface Listings {
  readonly symbols: readonly SymbolInfo[];
  readonly assets: readonly AssetInfo[];
}

/** Copies what is listed from the engine's view. */
export function readListings(view: Pick<KernelView, 'symbols' | 'assets'>): Listings {
  return {
    symbols: view.symbols().map((symbol) => ({ ...symbol })),
    assets: view.assets().map((asset) => ({ ...asset })),
  };
}

/** What is listed, by id and by name: a copy that formats events without asking the engine. */
export interface Catalogue {
  install(listings: Listings): void;
  symbol(symbolId: number): SymbolInfo | undefined;
  symbolByName(name: string): SymbolInfo | undefined;
  asset(assetId: number): AssetInfo | undefined;
  symbols(): readonly SymbolInfo[];
}

export function createCatalogue(): Catalogue {
  let symbols: readonly SymbolInfo[] = [];
  let byId = new Map<number, SymbolInfo>();
  let byName = new Map<string, SymbolInfo>();
  let assets = new Map<number, AssetInfo>();
  return {
    install(listings) {
      symbols = listings.symbols;
      byId = new Map(symbols.map((symbol) => [symbol.symbolId, symbol]));
      byName = new Map(symbols.map((symbol) => [symbol.name, symbol]));
      assets = new Map(listings.assets.map((asset) => [asset.assetId, asset]));
    },
    symbol: (symbolId) => byId.get(symbolId),
    symbolByName: (name) => byName.get(name),
    asset: (assetId) => assets.get(assetId),
    symbols: () => symbols,
  };
}
