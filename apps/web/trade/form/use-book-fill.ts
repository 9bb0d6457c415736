import { useDepth, useFeeRates, useOwnLimits, usePricesOld } from '../../data/index.ts';
import { type BookFill, fillByBook, fillByLimit } from '../draft/book-fill.ts';
import type { Draft } from '../draft/draft.ts';
import { ppmOfPercent } from '../draft/preview.ts';
import type { TradeMarket } from '../market/trade-market.ts';

/** Returns the fills that the book gives an order sent at once; null for one that waits, and while they are not known. */
export function useBookFill(draft: Draft, market: TradeMarket): BookFill | null {
  const depth = useDepth(market.symbol);
  const own = useOwnLimits(market.symbol);
  const fees = useFeeRates();
  const isOld = usePricesOld();
  if (isOld || draft.wait !== null || depth === undefined || fees === undefined) return null;
  const levels = draft.side === 'buy' ? depth.asks : depth.bids;
  const mine = own.filter(({ side }) => side !== draft.side);
  const taker = ppmOfPercent(fees.takerPercent);
  if (draft.kind === 'market') return fillByBook(draft, levels, mine, market, taker);
  const maker = ppmOfPercent(fees.makerPercent);
  return fillByLimit(draft, levels, mine, market, { maker, taker });
}
