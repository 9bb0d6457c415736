import type { PriceAlertRow, PriceAlertSource } from '@candor/api';
import type { SymbolInfo } from '@candor/kernel';
import type { Catalogue, CatalogueFollower } from '../../engine/catalogue/index.ts';
import { shownName } from '../../engine/values/index.ts';
import type { PerpetualFollower } from '../perpetual/index.ts';

type Steps = Pick<SymbolInfo, 'symbolId' | 'tickDecimal' | 'lotDecimal' | 'priceDecimals'>;

/** A market or a contract as alerts name it. */
export interface AlertMarket extends Pick<PriceAlertRow, 'symbol' | 'symbol_name' | 'isContract'> {
  /** The symbol whose prices a source is, with its steps. */
  watched(source: PriceAlertSource): Steps;
}

export interface AlertMarketsDeps {
  readonly catalogues: CatalogueFollower;
  readonly perpetualListings: PerpetualFollower;
}

/** Returns the market or contract of a name. @throws Refusal UNKNOWN_SYMBOL */
export function alertMarket({ catalogues, perpetualListings }: AlertMarketsDeps, name: string): AlertMarket {
  const catalogue: Catalogue = catalogues.current();
  if (!/PERP$/i.test(name)) {
    const symbol = catalogue.symbol(name);
    return {
      symbol: symbol.name,
      symbol_name: shownName(catalogue, symbol),
      isContract: false,
      watched: () => symbol,
    };
  }
  const contract = perpetualListings.current().contract(name);
  const index = catalogue.symbol(contract.indexSymbol);
  return {
    symbol: contract.name,
    symbol_name: shownName(catalogue, index),
    isContract: true,
    watched: (source) => (source === 'index' ? index : contract),
  };
}
