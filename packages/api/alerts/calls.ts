import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { decimal, nothing, positiveDecimal, timeMs } from '../scalars.ts';
import { PRICE_ALERT_KINDS, PRICE_ALERT_SOURCES, PRICE_ALERT_WINDOWS } from './terms.ts';

const source = z.enum(PRICE_ALERT_SOURCES);
const kind = z.enum(PRICE_ALERT_KINDS);
const windowMinutes = z.literal(PRICE_ALERT_WINDOWS);
const alertId = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
/** A market or a contract by any of its names: BTCUSDT, BTC/USDT, BTCUSDT-PERP. */
const watched = z
  .string()
  .max(32)
  .regex(/^[A-Za-z0-9/_-]{2,32}$/);

const terms = {
  source,
  kind,
  /** The trigger of `above` and `below`. */
  price: positiveDecimal.optional(),
  /** The change of `rise` and `fall`, in percent. */
  percent: positiveDecimal.optional(),
  /** The time within which that change is measured. */
  windowMinutes: windowMinutes.optional(),
};

const isWhole = (given: {
  readonly kind: z.output<typeof kind>;
  readonly price?: unknown;
  readonly percent?: unknown;
  readonly windowMinutes?: unknown;
}): boolean =>
  given.kind === 'above' || given.kind === 'below'
    ? given.price !== undefined && given.percent === undefined && given.windowMinutes === undefined
    : given.price === undefined && given.percent !== undefined && given.windowMinutes !== undefined;

/** An alert of a user: one that waits, or one that went off and stays in the list. */
export const priceAlertRow = z.strictObject({
  id: z.number().int(),
  /** The kernel's name: BTCUSDT, BTCUSDT-PERP. */
  symbol: z.string(),
  /** The same as shown: BTC/USDT. */
  symbol_name: z.string(),
  isContract: z.boolean(),
  priceDecimals: z.number().int(),
  source,
  kind,
  price: decimal.nullable(),
  percent: decimal.nullable(),
  windowMinutes: windowMinutes.nullable(),
  state: z.enum(['waiting', 'fired']),
  createTime: timeMs,
  /** Time at which it went off, and the price that did it; null while it waits. */
  firedTime: timeMs.nullable(),
  firedPrice: decimal.nullable(),
});

export const alertCalls = defineCalls({
  getPriceAlerts: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/quotes/getPriceAlerts',
    section: 'watchlist',
    summary:
      'Lists the price alerts of the signed-in user, newest first: those that wait, then those that went off.',
    auth: 'required',
    cost: 2,
    data: z.array(priceAlertRow),
  }),
  addPriceAlert: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/quotes/addPriceAlert',
    section: 'watchlist',
    summary: 'Adds a price alert, which goes off once. Adding the same one twice is adding it once.',
    auth: 'required',
    act: true,
    body: z.strictObject({ symbol: watched, ...terms }).refine(isWhole),
    data: priceAlertRow,
  }),
  changePriceAlert: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/quotes/changePriceAlert',
    section: 'watchlist',
    summary: 'Changes the terms of a price alert; one that went off waits again.',
    auth: 'required',
    act: true,
    body: z.strictObject({ id: alertId, ...terms }).refine(isWhole),
    data: priceAlertRow,
  }),
  deletePriceAlert: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/quotes/deletePriceAlert',
    section: 'watchlist',
    summary: 'Deletes a price alert. Deleting twice is deleting once.',
    auth: 'required',
    act: true,
    body: z.strictObject({ id: alertId }),
    data: nothing,
  }),
});

export type PriceAlertRow = z.output<typeof priceAlertRow>;
