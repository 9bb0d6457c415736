import { useFormatters, useText } from '@candor/ui';
import { useTicker } from '../data/index.ts';
import type { TradeMarket } from '../trade/market/trade-market.ts';
import { isFull, roomNow } from './room.ts';
import { type Offer, useLimits, useOffers, usePool } from './use-seconds.ts';

/** Why nothing can be opened now, in words; null where it can. */
export function useObstacle(market: TradeMarket, offer: Offer | undefined): string | null {
  const format = useFormatters();
  const offers = useOffers().data;
  const pool = usePool().data;
  const limits = useLimits().data;
  const index = useTicker(market.symbol)?.index;
  const text = useText();

  if (offers === undefined || offer === undefined) return null;
  if (market.state === 'halted') {
    return text('trade.state.halted', { market: market.name, reason: market.stateReason });
  }
  if (offers.haltReason !== null) return text('seconds.halted.all', { reason: offers.haltReason });
  if (offer.state === 'halted') {
    return text('seconds.halted.market', { market: market.name, reason: offer.stateReason });
  }
  const pausedUntil = Math.max(limits?.coolingOffUntil ?? 0, limits?.selfExcludedUntil ?? 0);
  if (pausedUntil > 0) return text('seconds.paused', { time: format.dateTime(pausedUntil) });
  if (index === null) return text('seconds.stale');
  if (limits?.remaining != null && !/[1-9]/.test(limits.remaining)) return text('seconds.lossReached');
  if (pool === undefined) return null;
  const room = roomNow(pool, market.symbol, limits?.openPayouts ?? null);
  return isFull(room, offer) ? text(`seconds.full.${room.bound}`) : null;
}
