import type { Amount, Lots } from '@candor/money';
import type { OrderTerms } from '@candor/rules';
import type { SymbolState } from './vocabulary.ts';

/** A listed symbol as pages and tools read it. */
export interface SymbolInfo {
  readonly symbolId: number;
  readonly name: string;
  readonly baseAssetId: number;
  readonly quoteAssetId: number;
  readonly tickDecimal: string;
  readonly lotDecimal: string;
  /** Decimals of a price and of a quantity as shown. */
  readonly priceDecimals: number;
  readonly lotDecimals: number;
  /** Quote base units of one tick times one lot. */
  readonly quotePerTickLot: Amount;
  /** Base units of the base asset in one lot. */
  readonly basePerLot: Amount;
  readonly minNotional: Amount;
  readonly maxLots: Lots;
  readonly maxOpenOrders: number;
  readonly priceBandPpm: number;
  readonly state: SymbolState;
  readonly stateReason: string;
}

/**
 * A listed pair of assets with an index: the part of it that all products read. The product that trades the pair keeps
 * the rest.
 */
export interface ListedSymbol {
  readonly listed: {
    readonly symbolId: number;
    readonly name: string;
    readonly baseAssetId: number;
    readonly quoteAssetId: number;
    readonly tickDecimal: string;
  };
  readonly terms: OrderTerms;
  readonly state: SymbolState;
  /** The last index price, kept while the index is stale; 0 before the first. */
  readonly lastIndexTicks: number;
  /** Takes over a new index price, which is not stale. */
  setIndex(priceTicks: number): void;
  info(): SymbolInfo;
}
