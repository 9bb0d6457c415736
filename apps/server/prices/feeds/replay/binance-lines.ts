import { parseDecimal } from '@candor/money';
import { MARKET_SCALE } from '@candor/prices';
import { z } from 'zod';
import type { VenueLevel } from '../types.ts';
import { RecordingError } from './recording.ts';

const units = z.string().transform((text, context) => {
  const value = parseDecimal(text, MARKET_SCALE);
  if (value !== null) return value;
  context.addIssue(`"${text}" is no decimal of at most ${MARKET_SCALE} places`);
  return z.NEVER;
});
const id = z.number().int().nonnegative();
const timeMs = z.number().int().nonnegative();
const levels = z
  .array(z.tuple([units, units]))
  .transform((pairs) => pairs.map(([price, quantity]): VenueLevel => ({ price, quantity })));

const depthUpdate = z.object({
  e: z.literal('depthUpdate'),
  E: timeMs,
  s: z.string(),
  U: id,
  u: id,
  pu: id.optional(),
  b: levels,
  a: levels,
});
const trade = z.object({
  e: z.literal('trade'),
  E: timeMs,
  T: timeMs,
  s: z.string(),
  t: id,
  p: units,
  q: units,
  m: z.boolean(),
});
const bookTicker = z.object({ u: id, s: z.string(), b: units, B: units, a: units, A: units });
const snapshot = z.object({ lastUpdateId: id, bids: levels, asks: levels });

export type DepthUpdate = z.output<typeof depthUpdate>;
export type BookTicker = z.output<typeof bookTicker>;
export type Snapshot = z.output<typeof snapshot>;

/** A line of a recorded feed, by what it holds. */
export type FeedLine =
  | { readonly kind: 'depth'; readonly update: DepthUpdate }
  | { readonly kind: 'trade'; readonly trade: z.output<typeof trade> }
  | { readonly kind: 'ticker'; readonly ticker: BookTicker }
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot }
  | { readonly kind: 'other' };

/**
 * Reads `<local receive time, ns> <JSON>`: a message of Binance's combined streams, or a depth snapshot of its REST
 * API. Throws RecordingError.
 */
export function readFeedLine(line: string): FeedLine {
  const gap = line.indexOf(' ');
  if (gap < 1) throw new RecordingError('a line has no time before its message');
  try {
    const message = JSON.parse(line.slice(gap + 1)) as {
      stream?: string;
      data?: unknown;
      lastUpdateId?: unknown;
    };
    if (message.lastUpdateId !== undefined) return { kind: 'snapshot', snapshot: snapshot.parse(message) };
    const [, channel = ''] = (message.stream ?? '').split('@');
    if (channel === 'depth') return { kind: 'depth', update: depthUpdate.parse(message.data) };
    if (channel === 'trade') return { kind: 'trade', trade: trade.parse(message.data) };
    if (channel === 'bookTicker') return { kind: 'ticker', ticker: bookTicker.parse(message.data) };
    return { kind: 'other' };
  } catch (error) {
    throw new RecordingError(`a line is no message of Binance: ${line.slice(0, 120)}`, { cause: error });
  }
}
