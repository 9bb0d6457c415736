import { oneOf, type RawSearch } from '../common/search-params.ts';

export const tradeTypes = ['spot', 'sec', 'usta'] as const;
export type TradeType = (typeof tradeTypes)[number];

/** The account that spot orders are placed from, where it is not the spot account. */
export const marginAccounts = ['cross', 'isolated'] as const;
export type MarginAccountName = (typeof marginAccounts)[number];

export interface TradeSearch {
  readonly type?: TradeType;
  readonly margin?: MarginAccountName;
  /** The base coin in lower case: btc. */
  readonly symbol?: string;
}

/** Reads the search of the trade page; unknown values are left out. */
export function tradeSearch(raw: RawSearch): TradeSearch {
  const type = oneOf(tradeTypes, raw.type);
  const margin = oneOf(marginAccounts, raw.margin);
  const symbol = typeof raw.symbol === 'string' ? raw.symbol.toLowerCase() : '';
  return {
    ...(type === undefined ? {} : { type }),
    ...(margin === undefined ? {} : { margin }),
    ...(/^[a-z0-9]{1,12}$/.test(symbol) ? { symbol } : {}),
  };
}
