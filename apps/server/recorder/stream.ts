import type { Candle } from '@candor/prices';
import type { FeedStatus, PastCandles, VenueBook, VenueTrade } from '../feeds/index.ts';
import type { ChainedTick, FeedFacts } from './messages.ts';

/** The subjects of the recorder on the bus. Everything that it publishes is in one ordered stream. */
export const SUBJECTS = {
  stream: 'recorder.stream',
  /** Answers with `RecorderHead`. */
  head: 'recorder.head',
  /** Takes a time in ms or null, answers with the number under which the past is given in pieces. */
  past: 'recorder.past',
  /** Takes that number, answers with `PastPiece`. */
  more: 'recorder.more',
  /** Answers with `Minutes`. */
  minutes: 'recorder.minutes',
} as const;

/** What a reader of the stream begins with. */
export interface RecorderHead {
  /** Another one when the recorder was started again. */
  readonly run: string;
  readonly facts: FeedFacts;
  readonly status: FeedStatus;
  /** How fast the market's clock goes while a replay plays. */
  readonly speed: number;
}

export interface PastPiece {
  /** Null at the end. */
  readonly piece: PastCandles | null;
}

/** The open minutes, by symbol: all trades up to the message of this number are in them, and no later one. */
export interface Minutes {
  readonly no: number;
  readonly minutes: ReadonlyMap<string, Candle>;
}

export type StreamBody =
  | { readonly type: 'market'; readonly books: readonly VenueBook[]; readonly trades: readonly VenueTrade[] }
  /** A tick that is synced. All books that it was made of came before. */
  | { readonly type: 'tick'; readonly tick: ChainedTick }
  /** The market's clock jumped back to the beginning. */
  | { readonly type: 'restarted' }
  /** Nothing else may have come for a while. */
  | { readonly type: 'alive' };

/** Messages of one run are numbered without a gap. */
export type StreamMessage = StreamBody & {
  readonly run: string;
  readonly no: number;
  readonly status: FeedStatus;
};
