import { z } from 'zod';
import { messageSide, messageTimeMs, signedDecimal, symbolNameSchema } from '../realtime/scalars.ts';
import { INTERVALS } from './intervals.ts';

export const intervalSchema = z.enum(INTERVALS);

/** 24-hour statistics of the venues; `own…` is this exchange's volume without the house's fills. */
export const tickerSchema = z.object({
  symbol: symbolNameSchema,
  t: messageTimeMs,
  last: signedDecimal,
  open24h: signedDecimal,
  high24h: signedDecimal,
  low24h: signedDecimal,
  /** last − open24h. */
  change24h: signedDecimal,
  /** Percent, 2 decimals or more. */
  changePercent24h: signedDecimal,
  /** In base and in quote units. */
  volume24h: signedDecimal,
  quoteVolume24h: signedDecimal,
  ownVolume24h: signedDecimal,
  ownQuoteVolume24h: signedDecimal,
  bid: signedDecimal.nullable(),
  ask: signedDecimal.nullable(),
  /** Null while the index is stale. */
  index: signedDecimal.nullable(),
});

export type Ticker = z.infer<typeof tickerSchema>;

/** One candle; `t` is its opening time and `v` its volume in base units. */
export const klineSchema = z.object({
  t: messageTimeMs,
  o: signedDecimal,
  h: signedDecimal,
  l: signedDecimal,
  c: signedDecimal,
  v: signedDecimal,
  closed: z.boolean(),
});

export type Kline = z.infer<typeof klineSchema>;

/** One public trade: of an outside venue, or of this exchange ("ours"). `side` is the taker's. */
export const publicTradeSchema = z.object({
  id: z.string().min(1).max(64),
  price: signedDecimal,
  qty: signedDecimal,
  side: messageSide,
  t: messageTimeMs,
  source: z.enum(['venue', 'ours']),
});

export type PublicTrade = z.infer<typeof publicTradeSchema>;

/** One tick of an index: `n` is its number in the journal's chain, `t` its place on the grid of 250 ms. */
export const indexTickSchema = z.object({
  n: z.number().int().min(0),
  t: messageTimeMs,
  /** Null while the index is stale. */
  p: signedDecimal.nullable(),
});

export type IndexTick = z.infer<typeof indexTickSchema>;

/** [price, quantity, the house's part of that quantity]; quantity "0" means that the level is gone. */
export const levelSchema = z.tuple([signedDecimal, signedDecimal, signedDecimal]);

export type Level = z.infer<typeof levelSchema>;
