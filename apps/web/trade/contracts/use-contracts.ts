import type { ContractMarketRow } from '@candor/contract';
import { useMemo } from 'react';
import { useListing } from '../../data/index.ts';
import { isContractRow } from './contract-market.ts';

/** All contracts, with their terms; undefined until they are known. */
export function useContractRows() {
  const listing = useListing('usta', true);
  const rows = useMemo<readonly ContractMarketRow[] | undefined>(
    () => listing.data?.filter(isContractRow),
    [listing.data],
  );
  return { ...listing, rows };
}

/** How a contract is written: its name and the decimals of its prices. */
export function useContractNames(): (symbol: string) => {
  readonly name: string;
  readonly priceDecimals: number;
} {
  const { rows } = useContractRows();
  return (symbol) => {
    const row = rows?.find((listed) => listed.symbol === symbol);
    return { name: row?.symbol_name ?? symbol, priceDecimals: row?.full_cou ?? 2 };
  };
}
