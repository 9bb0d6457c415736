import type { Candle } from '@candor/prices';
import type { FeedStatus, PastCandles, VenueTrade } from '../feeds/index.ts';
import type { ChainedTick, FeedFacts } from './messages.ts';
import type { PackedBooks } from './packed-books.ts';

/** The bus subjects of the recorder. All messages that it publishes form one ordered stream. */
export const SUBJECTS = {
  stream: 'recorder.stream',
  /** Answers with `RecorderHead`. */
  head: 'recorder.head',
  /** Takes a time in ms or null. Answers with a number under which past candles are returned in pieces. */
  past: 'recorder.past',
  /** Takes that number, answers with `PastPiece`. */
  more: 'recorder.more',
  /** Answers with `Minutes`. */
  minutes: 'recorder.minutes',
} as const;

/** The initial state for a reader of the stream. */
export interface RecorderHead {
  /** Changes when the recorder is restarted. */
  readonly run: string;
  readonly facts: FeedFacts;
  readonly status: FeedStatus;
  /** The speed of the market's clock while a replay plays. */
  readonly speed: number;
}

export interface PastPiece {
  /** Null at the end. */
  readonly piece: PastCandles | null;
}

/** The open minutes by symbol. They include all trades up to the message of this number and no later ones. */
export interface Minutes {
  readonly no: number;
  readonly minutes: ReadonlyMap<string, Candle>;
}

export type StreamBody =
  | { readonly type: 'market'; readonly books: PackedBooks; readonly trades: readonly VenueTrade[] }
  /** A synced tick, published after all books that it was made from. */
  | { readonly type: 'tick'; readonly tick: ChainedTick }
  /** The market's clock jumped back to the beginning. */
  | { readonly type: 'restarted' }
  /** Sent when there may be no other message for a while. */
  | { readonly type: 'alive' };

/** Messages of one run are numbered without a gap. */
export type StreamMessage = StreamBody & {
  readonly run: string;
  readonly no: number;
  readonly status: FeedStatus;
};
