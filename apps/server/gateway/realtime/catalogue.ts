import type { AssetInfo, KernelView, PerpetualInfo, SymbolInfo } from '@candor/kernel';

/** A market with a book: a spot symbol, or a contract, whose quantities are whole contracts of one lot each. */
export type BookSymbol = Pick<SymbolInfo, 'symbolId' | 'name' | 'tickDecimal' | 'lotDecimal'>;

/** A contract as its book shows it, with its terms. */
export interface ContractListing extends BookSymbol {
  readonly info: PerpetualInfo;
}

const ONE_CONTRACT = '1';

export interface Listings {
  readonly symbols: readonly SymbolInfo[];
  readonly assets: readonly AssetInfo[];
  readonly contracts: readonly ContractListing[];
}

/** Copies the listings from the core's view. */
export function readListings(view: Pick<KernelView, 'symbols' | 'assets' | 'perpetual'>): Listings {
  return {
    symbols: view.symbols().map((symbol) => ({ ...symbol })),
    assets: view.assets().map((asset) => ({ ...asset })),
    contracts: view.perpetual.symbols().map((info) => {
      const { symbolId, name, tickDecimal } = info;
      return { symbolId, name, tickDecimal, lotDecimal: ONE_CONTRACT, info: { ...info } };
    }),
  };
}

/** The listed assets and symbols by id and by name: a copy used to format events without a query to the core. */
export interface Catalogue {
  install(listings: Listings): void;
  symbol(symbolId: number): SymbolInfo | undefined;
  /** Returns a spot symbol or a contract by its name. */
  bookByName(name: string): BookSymbol | undefined;
  asset(assetId: number): AssetInfo | undefined;
  symbols(): readonly SymbolInfo[];
  contracts(): readonly ContractListing[];
}

export function createCatalogue(): Catalogue {
  let symbols: readonly SymbolInfo[] = [];
  let byId = new Map<number, SymbolInfo>();
  let contracts: readonly ContractListing[] = [];
  let byName = new Map<string, BookSymbol>();
  let assets = new Map<number, AssetInfo>();
  return {
    install(listings) {
      symbols = listings.symbols;
      byId = new Map(symbols.map((symbol) => [symbol.symbolId, symbol]));
      contracts = listings.contracts;
      byName = new Map([...symbols, ...contracts].map((symbol) => [symbol.name, symbol]));
      assets = new Map(listings.assets.map((asset) => [asset.assetId, asset]));
    },
    symbol: (symbolId) => byId.get(symbolId),
    bookByName: (name) => byName.get(name),
    asset: (assetId) => assets.get(assetId),
    symbols: () => symbols,
    contracts: () => contracts,
  };
}
