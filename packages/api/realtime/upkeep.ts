/** Messages that keep any socket up. */
import { z } from 'zod';
import { journalSeq, messageTimeMs } from './scalars.ts';

/** Why the server refused a message; stable. */
export const realtimeErrorCodes = [
  'MALFORMED',
  'UNKNOWN_CHANNEL',
  'TOO_MANY_CHANNELS',
  'RATE_LIMITED',
  'UNAUTHENTICATED',
] as const;

export type RealtimeErrorCode = (typeof realtimeErrorCodes)[number];

export const errorMessageSchema = z.object({
  type: z.literal('error'),
  code: z.enum(realtimeErrorCodes),
  /** The channel that was refused, where one was. */
  ch: z.string().optional(),
});

/**
 * Sent every HEARTBEAT_MS, also when nothing else is sent; the client answers `{"op":"pong"}`. `t` is the server's
 * time and `seq` the last committed journal sequence. `marketT` is the time of the newest market data (0: none yet).
 * A client shows data as stale when no message arrived for STALE_MS, or when `t − marketT` exceeds STALE_MS.
 *
 * Both are 0 while the server is out of step with the journal or the market: data sent before is stale, and no other
 * message follows. Before the next ping with a `seq`, every channel and account starts again with its state. Fills,
 * closed candles and older trades are not part of that state and may have been missed, so a client fetches them
 * again.
 */
export const pingMessageSchema = z.object({
  type: z.literal('ping'),
  t: messageTimeMs,
  seq: journalSeq,
  marketT: messageTimeMs,
});

export type PingMessage = z.infer<typeof pingMessageSchema>;

/** Answers the client's `{"op":"ping"}`. */
export const pongMessageSchema = z.object({ type: z.literal('pong'), t: messageTimeMs });

export type ErrorMessage = z.infer<typeof errorMessageSchema>;
