import type { NoticeOf } from '@candor/api';
import { formatDecimalTrimmed, type PriceTicks, ticksToDecimal } from '@candor/money';
import { idOf, migrate } from '../../base/database/index.ts';
import { reportsFault } from '../../base/work/passing.ts';
import { noteNotice, noticeMigrations } from '../../gateway/notices/index.ts';
import type { HousePart } from '../../gateway/subject.ts';
import { followPerpetuals } from '../perpetual/index.ts';
import type { FiredAlert } from './fire.ts';
import { type AlertMarketsDeps, alertMarket } from './markets.ts';
import { migrations } from './schema.ts';
import { watchAlerts } from './watch.ts';

/** Compares prices with all alerts that wait, once for all doors. */
export const alertsHouse: HousePart = async ({ pool, core, bus, catalogues, now, log }) => {
  // A first start makes the tables in whichever process comes first.
  await migrate(pool, 'notices', noticeMigrations);
  await migrate(pool, 'alerts', migrations);
  const perpetualListings = await followPerpetuals(core, reportsFault(log, 'the contracts were not read'));
  const end = await watchAlerts({
    pool,
    core,
    bus,
    now,
    log,
    tell: (trx, fired) => noteNotice(trx, noticeOf({ catalogues, perpetualListings }, fired)),
  });
  return async () => {
    await end();
    perpetualListings.stop();
  };
};

/** The notice of an alert that went off: another one each time that it does. */
export function noticeOf(markets: AlertMarketsDeps, fired: FiredAlert) {
  const market = alertMarket(markets, fired.symbol);
  const steps = market.watched(fired.source);
  const price = (ticks: bigint | null) => ticksToDecimal(Number(ticks) as PriceTicks, steps);
  const isAtPrice = fired.kind === 'above' || fired.kind === 'below';
  const change = formatDecimalTrimmed(BigInt(fired.move_ppm ?? 0), 4);
  const facts: NoticeOf<'price-alert'>['facts'] = {
    alertId: idOf(fired.alert_id),
    symbol: market.symbol,
    symbol_name: market.symbol_name,
    source: fired.source,
    condition: fired.kind === 'above' || fired.kind === 'below' ? fired.kind : 'percent',
    threshold: isAtPrice ? price(fired.price_ticks) : fired.kind === 'fall' ? `-${change}` : change,
    price: price(fired.fired_ticks),
    windowMinutes: fired.window_minutes,
  };
  return {
    userId: idOf(fired.user_id),
    key: `alert:${facts.alertId}:${fired.version}`,
    kind: 'price-alert',
    timeMs: fired.fired_at?.getTime() ?? 0,
    facts,
  } as const;
}
