import { useCallback } from 'react';
import { useMarkets } from '../../data/index.ts';

export interface MarketName {
  readonly name: string;
  readonly base: string;
  readonly quote: string;
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
}

/** Returns a function that gives a symbol's name and decimals; the bare symbol while the markets are not loaded. */
export function useMarketNames(): (symbol: string) => MarketName {
  const markets = useMarkets().data;
  return useCallback(
    (symbol) => {
      const row = markets?.find((market) => market.symbol === symbol);
      return {
        name: row?.symbol_name ?? symbol,
        base: row?.base_symbol ?? '',
        quote: row?.quote_symbol ?? '',
        priceDecimals: row?.full_cou ?? 2,
        quantityDecimals: row?.part_cou ?? 8,
      };
    },
    [markets],
  );
}
