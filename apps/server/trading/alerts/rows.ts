import type { PriceAlertRow, PriceAlertWindow } from '@candor/api';
import { formatDecimalTrimmed, type PriceTicks, ticksToDecimal } from '@candor/money';
import type { Selectable } from 'kysely';
import { type Database, idOf } from '../../base/database/index.ts';
import { type AlertMarketsDeps, alertMarket } from './markets.ts';

/** Decimals of a percentage in parts per million. */
const PERCENT_SCALE = 4;

export type AlertRow = Selectable<Database['alerts.alert']>;

/** Writes a row as the API shows it. */
export function shownAlert(deps: AlertMarketsDeps, row: AlertRow): PriceAlertRow {
  const market = alertMarket(deps, row.symbol);
  const steps = market.watched(row.source);
  const price = (ticks: bigint | null) =>
    ticks === null ? null : ticksToDecimal(Number(ticks) as PriceTicks, steps);
  return {
    id: idOf(row.alert_id),
    symbol: market.symbol,
    symbol_name: market.symbol_name,
    isContract: market.isContract,
    priceDecimals: steps.priceDecimals,
    source: row.source,
    kind: row.kind,
    price: price(row.price_ticks),
    percent: row.move_ppm === null ? null : formatDecimalTrimmed(BigInt(row.move_ppm), PERCENT_SCALE),
    windowMinutes: row.window_minutes as PriceAlertWindow | null,
    state: row.state,
    createTime: row.created_at.getTime(),
    firedTime: row.fired_at?.getTime() ?? null,
    firedPrice: price(row.fired_ticks),
  };
}
