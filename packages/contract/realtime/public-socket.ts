/** Every message of the public socket `/ws/{id}`. */
import { z } from 'zod';
import { contractState } from '../contract-records.ts';
import {
  type Interval,
  indexTickSchema,
  intervalSchema,
  klineSchema,
  levelSchema,
  publicTradeSchema,
  tickerSchema,
} from './market.ts';
import { journalSeq, messageTimeMs } from './scalars.ts';
import { STATES_CHANNEL, statesMessageSchema } from './states.ts';
import { errorMessageSchema, pingMessageSchema, pongMessageSchema } from './upkeep.ts';

export const channels = {
  depth: (symbol: string) => `depth:${symbol}`,
  trade: (symbol: string) => `trade:${symbol}`,
  detail: (symbol: string) => `detail:${symbol}`,
  /** Of contracts alone: mark, index, funding, open interest. */
  contract: (symbol: string) => `contract:${symbol}`,
  /** The committed ticks of a spot symbol's index. */
  index: (symbol: string) => `index:${symbol}`,
  kline: (symbol: string, interval: Interval) => `kline:${symbol}:${interval}`,
} as const;

type PlainKind = 'depth' | 'trade' | 'detail' | 'contract' | 'index';

export type Channel =
  | { readonly kind: PlainKind; readonly symbol: string }
  | { readonly kind: 'kline'; readonly symbol: string; readonly interval: Interval }
  | { readonly kind: 'states' };

const channelPattern =
  /^(?:(depth|trade|detail|contract|index):([A-Z0-9]{2,20}(?:-PERP)?)|kline:([A-Z0-9]{2,20}(?:-PERP)?):(\w{2,3}))$/;

/** Reads a channel name; null when it is not one. */
export function parseChannel(name: string): Channel | null {
  if (name === STATES_CHANNEL) return { kind: 'states' };
  const match = channelPattern.exec(name);
  if (match === null) return null;
  const [, kind, symbol, klineSymbol, interval] = match;
  if (kind !== undefined) return { kind: kind as PlainKind, symbol: symbol! };
  const parsed = intervalSchema.safeParse(interval);
  return parsed.success ? { kind: 'kline', symbol: klineSymbol!, interval: parsed.data } : null;
}

/** The most channels that one subscribe message may name. */
export const MAX_CHANNELS_PER_MESSAGE = 64;

const channelList = z.array(z.string().min(1).max(64)).min(1).max(MAX_CHANNELS_PER_MESSAGE);

export const publicClientMessageSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal('subscribe'), channels: channelList }),
  z.object({ op: z.literal('unsubscribe'), channels: channelList }),
  z.object({ op: z.literal('ping') }),
  z.object({ op: z.literal('pong') }),
]);

/**
 * The book at journal sequence `u`: replaces whatever the client has. Sent first, after a gap, and to a client that
 * was too slow for the updates. Holds at most the best DEPTH_LEVELS levels of each side, best first.
 */
export const depthSnapshotMessageSchema = z.object({
  ch: z.string(),
  type: z.literal('snapshot'),
  u: journalSeq,
  t: messageTimeMs,
  b: z.array(levelSchema),
  a: z.array(levelSchema),
});

/**
 * What changed in journal sequences U to u, absolute quantities. Of one channel, each update's U is the last one's
 * u + 1. After a snapshot: drop updates with u ≤ the book's u; U > the book's u + 1 is a gap, so resubscribe.
 */
export const depthUpdateMessageSchema = z.object({
  ch: z.string(),
  type: z.literal('update'),
  U: journalSeq,
  u: journalSeq,
  t: messageTimeMs,
  b: z.array(levelSchema),
  a: z.array(levelSchema),
});

/** Newest last. The first message after subscribing holds the recent past; a slow client misses the oldest. */
export const tradeMessageSchema = z.object({ ch: z.string(), data: z.array(publicTradeSchema) });

/** Newest last. The first message after subscribing holds the recent past. */
export const indexMessageSchema = z.object({ ch: z.string(), data: z.array(indexTickSchema) });

export const klineMessageSchema = z.object({ ch: z.string(), data: klineSchema });

export const detailMessageSchema = z.object({ ch: z.string(), data: tickerSchema });

export const contractMessageSchema = z.object({ ch: z.string(), data: contractState });

/** Answers subscribe and unsubscribe: the channels now subscribed. */
export const subscribedMessageSchema = z.object({
  type: z.literal('subscribed'),
  channels: z.array(z.string()),
});

export type DepthSnapshotMessage = z.infer<typeof depthSnapshotMessageSchema>;

export type DepthUpdateMessage = z.infer<typeof depthUpdateMessageSchema>;

export type SubscribedMessage = z.infer<typeof subscribedMessageSchema>;

export type TradeMessage = z.infer<typeof tradeMessageSchema>;

export type IndexMessage = z.infer<typeof indexMessageSchema>;

export type KlineMessage = z.infer<typeof klineMessageSchema>;

export type DetailMessage = z.infer<typeof detailMessageSchema>;

export type ContractMessage = z.infer<typeof contractMessageSchema>;

export const publicServerMessageSchema = z.union([
  depthUpdateMessageSchema,
  depthSnapshotMessageSchema,
  tradeMessageSchema,
  indexMessageSchema,
  klineMessageSchema,
  detailMessageSchema,
  contractMessageSchema,
  statesMessageSchema,
  pingMessageSchema,
  pongMessageSchema,
  subscribedMessageSchema,
  errorMessageSchema,
]);
