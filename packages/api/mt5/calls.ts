import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { decimal, timeMs } from '../scalars.ts';

export const mt5Calls = defineCalls({
  getMt5Amount: defineCall({
    method: 'POST',
    path: '/api/common/getMt5Amount',
    section: 'wallet',
    summary:
      'Returns the latest price of gold (XAUUSD) or of a currency pair (EURUSD). For showing only: nothing trades at it.',
    auth: 'none',
    query: z.strictObject({
      /** Coin as it is written: these coins keep their case. */
      coin: z.string().regex(/^[A-Za-z]{3,12}$/),
    }),
    data: z.strictObject({
      coin: z.string(),
      market: z.literal('mt5'),
      /** The latest price. */
      amount: decimal,
      /** The first price of the day (UTC). */
      open: decimal,
      /** Made up, or played from a recording. */
      source: z.enum(['simulator', 'replay']),
      /** The time of the price on the market’s clock; in a replay that is the past. */
      marketTime: timeMs,
      time: timeMs,
    }),
  }),
});
