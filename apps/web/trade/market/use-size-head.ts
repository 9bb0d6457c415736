import { useText } from '@candor/ui';
import type { TradeMarket } from './trade-market.ts';

/** Returns the head of a column of sizes, or of their sums, in the coin or the contracts of a market. */
export function useSizeHead({ base, inContracts }: TradeMarket): (column: 'size' | 'sum') => string {
  const text = useText();
  return (column) =>
    inContracts ? text(`trade.book.${column}Contracts`) : text(`trade.book.${column}`, { coin: base });
}
