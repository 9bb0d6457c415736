import type { ContractMarketRow } from '@candor/api';
import type { PreviewFill } from '@candor/rules';
import { useMemo } from 'react';
import { useDepth, useOwnLimits, usePricesOld } from '../data/index.ts';
import { ticksOf } from '../trade/draft/contract-terms.ts';
import { bookFills } from './book-fills.ts';

/** The side of a contract's book that an order of this sign hits: a buy the asks. Undefined while the book of now is not known. */
export function useBookSide(row: ContractMarketRow, sign: 1 | -1): readonly PreviewFill[] | undefined {
  const depth = useDepth(row.symbol);
  const own = useOwnLimits(row.symbol);
  const isOld = usePricesOld();
  return useMemo(() => {
    if (isOld || depth === undefined) return undefined;
    const levels = sign === 1 ? depth.asks : depth.bids;
    const side = sign === 1 ? 'sell' : 'buy';
    return bookFills(
      levels,
      own.filter((order) => order.side === side),
      (price) => ticksOf(row, price),
    );
  }, [isOld, depth, own, row, sign]);
}
