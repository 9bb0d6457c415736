import { oneOf, type RawSearch } from '../common/search-params.ts';
import { type MarginAccountName, type TradeSearch, tradeSearch } from '../markets/trade-search.ts';
import type { FullScreenProduct } from './full-screen-symbol.ts';

const products = ['spot', 'usta'] as const satisfies readonly FullScreenProduct[];

export interface ExchangeSearch extends Omit<TradeSearch, 'type'> {
  readonly type?: FullScreenProduct;
}

/** Reads the search of the exchange page, which is that of the trade page without second contracts. */
export function exchangeSearch(raw: RawSearch): ExchangeSearch {
  const { type: _, ...rest } = tradeSearch(raw);
  const type = oneOf(products, raw.type);
  return { ...rest, ...(type === undefined ? {} : { type }) };
}

export interface FullScreenSearch {
  readonly margin?: MarginAccountName;
}

/** Reads the search of the full screen of a spot market: the account that orders are placed from. */
export function fullScreenSearch(raw: RawSearch): FullScreenSearch {
  const { margin } = tradeSearch(raw);
  return margin === undefined ? {} : { margin };
}
