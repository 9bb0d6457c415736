/** Every message of the public socket `/ws/{id}`. */
import { z } from 'zod';
import {
  indexTickSchema,
  klineSchema,
  levelSchema,
  publicTradeSchema,
  tickerSchema,
} from '../market/channels.ts';
import { contractState } from '../perpetual/records.ts';
import { ALL_DETAIL_CHANNEL, MAX_CHANNELS_PER_MESSAGE } from './channel-names.ts';
import { journalSeq, messageTimeMs } from './scalars.ts';
import { statesMessageSchema } from './states.ts';
import { errorMessageSchema, pingMessageSchema, pongMessageSchema } from './upkeep.ts';

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
 * Changes in journal sequences U to u, as absolute quantities. Within one channel, each update's U is the last one's
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

/** The statistics of all symbols; sent at most once a second. */
export const allDetailMessageSchema = z.object({
  ch: z.literal(ALL_DETAIL_CHANNEL),
  data: z.array(tickerSchema),
});

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

export type AllDetailMessage = z.infer<typeof allDetailMessageSchema>;

export type ContractMessage = z.infer<typeof contractMessageSchema>;

export const publicServerMessageSchema = z.union([
  depthUpdateMessageSchema,
  depthSnapshotMessageSchema,
  tradeMessageSchema,
  indexMessageSchema,
  klineMessageSchema,
  detailMessageSchema,
  allDetailMessageSchema,
  contractMessageSchema,
  statesMessageSchema,
  pingMessageSchema,
  pongMessageSchema,
  subscribedMessageSchema,
  errorMessageSchema,
]);
