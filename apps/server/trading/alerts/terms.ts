import {
  PRICE_ALERT_PERCENT,
  type PriceAlertKind,
  type PriceAlertSource,
  type PriceAlertWindow,
} from '@candor/api';
import { parseDecimal, toTicks } from '@candor/money';
import { Refusal } from '../../base/errors/refusal.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { AlertMarket } from './markets.ts';

/** The terms of an alert as they arrive. */
export interface AlertTerms {
  readonly source: PriceAlertSource;
  readonly kind: PriceAlertKind;
  readonly price?: string | undefined;
  readonly percent?: string | undefined;
  readonly windowMinutes?: PriceAlertWindow | undefined;
}

/** The columns of a row that hold the terms of an alert. */
export type TermColumns = Awaited<ReturnType<typeof readTerms>>;

/** Reads terms of a market. @throws Refusal PRICE_INVALID, PRICE_ALERT_PERCENT, PRICE_ALERT_MET */
export async function readTerms(core: Pick<CoreLink, 'ask'>, market: AlertMarket, terms: AlertTerms) {
  const { source, kind } = terms;
  const steps = market.watched(source);
  const same = { symbol: market.symbol, source, kind, watched_id: steps.symbolId };
  if (terms.price === undefined)
    return {
      ...same,
      price_ticks: null,
      move_ppm: readPercent(terms.percent),
      window_minutes: terms.windowMinutes ?? null,
    };
  const ticks = toTicks(terms.price, steps);
  if (ticks === null || ticks <= 0)
    throw new Refusal('PRICE_INVALID', { field: 'price', details: { step: steps.tickDecimal } });
  const present = (await core.ask('watchedPrices'))[source].get(steps.symbolId);
  // it would go off at once: mostly a slip of the side
  if (present !== undefined && (kind === 'above' ? present >= ticks : present <= ticks))
    throw new Refusal('PRICE_ALERT_MET', { field: 'price' });
  return { ...same, price_ticks: BigInt(ticks), move_ppm: null, window_minutes: null };
}

/** @throws Refusal PRICE_ALERT_PERCENT outside of what an alert may wait for, or with more than two decimals */
function readPercent(text = ''): number {
  const { least, most } = PRICE_ALERT_PERCENT;
  const hundredths = parseDecimal(text, 2);
  const scaled = (limit: string) => parseDecimal(limit, 2)!;
  if (hundredths === null || hundredths < scaled(least) || hundredths > scaled(most))
    throw new Refusal('PRICE_ALERT_PERCENT', { field: 'percent', details: { least, most } });
  return Number(hundredths) * 100;
}
