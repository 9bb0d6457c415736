import type { ContractMarketRow } from '@candor/api';
import { useMemo } from 'react';
import { useListing } from '../data/index.ts';
import { isPerpetualRow } from './perpetual-market.ts';

/** All contracts, with their terms; undefined until they are known. */
export function usePerpetualRows() {
  const listing = useListing('usta', true);
  const rows = useMemo<readonly ContractMarketRow[] | undefined>(
    () => listing.data?.filter(isPerpetualRow),
    [listing.data],
  );
  return { ...listing, rows };
}

/** Returns a function that gives the name of a contract and the decimals of its prices. */
export function usePerpetualNames(): (symbol: string) => {
  readonly name: string;
  /** The coin of the contract; '' until it is known. */
  readonly base: string;
  readonly priceDecimals: number;
} {
  const { rows } = usePerpetualRows();
  return (symbol) => {
    const row = rows?.find((listed) => listed.symbol === symbol);
    return {
      name: row?.symbol_name ?? symbol,
      base: row?.base_symbol ?? '',
      priceDecimals: row?.full_cou ?? 2,
    };
  };
}
