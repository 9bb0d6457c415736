import type { LinkProps } from '@tanstack/react-router';
import { createContext, use } from 'react';
import type { MarginAccountName, TradeType } from './trade-search.ts';

/** Address of a page, as a router's link takes it. */
export type Place = Pick<LinkProps, 'to' | 'params' | 'search'>;

/** A market as an address names it. */
export interface PlacedMarket {
  readonly base_symbol: string;
  readonly quote_symbol: string;
}

/** Gives the page of a market of a product, with the account that orders are placed from. */
export type MarketPlaces = (market: PlacedMarket, type: TradeType, margin?: MarginAccountName) => Place;

/** The market's trade page. */
export const tradePlace: MarketPlaces = ({ base_symbol }, type, margin) => ({
  to: '/trade/index',
  search: {
    type,
    symbol: base_symbol.toLowerCase(),
    ...(type === 'spot' && margin !== undefined ? { margin } : {}),
  },
});

const MarketPlacesContext = createContext<MarketPlaces>(tradePlace);

/** Keeps the links to markets below it among pages of one kind. */
export const MarketPlacesProvider = MarketPlacesContext.Provider;

/** Returns the function that gives the page of a market: the trade page, unless a provider names another. */
export const useMarketPlaces = (): MarketPlaces => use(MarketPlacesContext);

/** A market as the spec's full-screen addresses name it: BTC_USDT. */
const pairOf = ({ base_symbol, quote_symbol }: PlacedMarket) => `${base_symbol}_${quote_symbol}`;

/** The market over the whole window; second contracts have no such page. */
export const fullScreenPlace: MarketPlaces = (market, type, margin) => {
  const params = { type: pairOf(market) };
  if (type === 'usta') return { to: '/exchange/full-contract/$type', params };
  if (type === 'sec') return tradePlace(market, type);
  return { to: '/exchange/full-screen/$type', params, search: margin === undefined ? {} : { margin } };
};

/** The market on the exchange page. */
export const exchangePlace: MarketPlaces = (market, type, margin) =>
  type === 'sec' ? tradePlace(market, type) : { ...tradePlace(market, type, margin), to: '/exchange/index' };
