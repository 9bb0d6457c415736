import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { decimal, timeMs } from '../scalars.ts';

/** Coin as it is written: these coins keep their case. */
const mt5Coin = z.string().regex(/^[A-Za-z]{3,12}$/);

/** Made up, or played from a recording. */
const mt5Source = z.enum(['simulator', 'replay']);

/** A price that is shown and not traded. */
export const mt5Quote = z.strictObject({
  coin: z.string(),
  /** XAU/USD. */
  showSymbol: z.string(),
  kind: z.enum(['currency', 'gold']),
  market: z.literal('mt5'),
  decimals: z.number().int().nonnegative(),
  amount: decimal,
  /** The first price of the day (UTC), and the change since in percent. */
  open: decimal,
  changePercent: decimal,
  /** Prices of the last seven days, one for each four hours, oldest first, the latest last. */
  week: z.array(decimal).readonly(),
});

/** Spans of a chart. */
export const mt5Range = z.enum(['1d', '7d', '30d']);

export const mt5Calls = defineCalls({
  getMt5Quotes: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/open/mt5/quotes',
    section: 'market',
    summary:
      'Lists gold and currency pairs with their latest price and their week. For showing only: nothing trades at it. Empty where no source delivers them.',
    auth: 'none',
    cost: 3,
    isShared: true,
    data: z.strictObject({
      /** Null where there is none. */
      source: mt5Source.nullable(),
      records: z.array(mt5Quote).readonly(),
      time: timeMs,
    }),
  }),
  getMt5Chart: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/open/mt5/chart',
    section: 'market',
    summary: 'Lists prices of gold or of a currency pair at even steps of a span, oldest first.',
    auth: 'none',
    cost: 5,
    isShared: true,
    query: z.strictObject({ coin: mt5Coin, range: mt5Range }),
    data: z.strictObject({
      coin: z.string(),
      source: mt5Source,
      points: z.array(z.strictObject({ t: timeMs, p: decimal })).readonly(),
    }),
  }),
  getMt5Amount: defineCall({
    method: 'POST',
    path: '/api/common/getMt5Amount',
    section: 'wallet',
    summary:
      'Returns the latest price of gold (XAUUSD) or of a currency pair (EURUSD). For showing only: nothing trades at it.',
    auth: 'none',
    query: z.strictObject({
      coin: mt5Coin,
    }),
    data: z.strictObject({
      coin: z.string(),
      market: z.literal('mt5'),
      /** The latest price. */
      amount: decimal,
      /** The first price of the day (UTC). */
      open: decimal,
      source: mt5Source,
      /** The time of the price on the market’s clock; in a replay that is the past. */
      marketTime: timeMs,
      time: timeMs,
    }),
  }),
});

export type Mt5Quote = z.output<typeof mt5Quote>;
export type Mt5Range = z.output<typeof mt5Range>;
