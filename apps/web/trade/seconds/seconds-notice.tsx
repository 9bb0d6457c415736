import { useFormatters } from '@candor/ui';
import { useIntl } from 'react-intl';
import { useTicker } from '../../data/index.ts';
import type { TradeMarket } from '../page/trade-market.ts';
import { isFull, roomNow } from './room.ts';
import { type Offer, useLimits, useOffers, usePool } from './use-seconds.ts';

/** Why nothing can be opened now, in words; null where it can. */
export function useObstacle(market: TradeMarket, offer: Offer | undefined): string | null {
  const intl = useIntl();
  const format = useFormatters();
  const offers = useOffers().data;
  const pool = usePool().data;
  const limits = useLimits().data;
  const index = useTicker(market.symbol)?.index;
  const text = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values);

  if (offers === undefined || offer === undefined) return null;
  if (market.state === 'halted') {
    return text('trade.state.halted', { market: market.name, reason: market.stateReason });
  }
  if (offers.haltReason !== null) return text('trade.sec.halted.all', { reason: offers.haltReason });
  if (offer.state === 'halted') {
    return text('trade.sec.halted.market', { market: market.name, reason: offer.stateReason });
  }
  const pausedUntil = Math.max(limits?.coolingOffUntil ?? 0, limits?.selfExcludedUntil ?? 0);
  if (pausedUntil > 0) return text('trade.sec.paused', { time: format.dateTime(pausedUntil) });
  if (index === null) return text('trade.sec.stale');
  if (limits?.remaining != null && !/[1-9]/.test(limits.remaining)) return text('trade.sec.lossReached');
  if (pool === undefined) return null;
  const room = roomNow(pool, market.symbol, limits?.openPayouts ?? null);
  return isFull(room, offer) ? text(`trade.sec.full.${room.bound}`) : null;
}
