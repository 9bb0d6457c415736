import type { ChainView, IndexTick, TickRecord } from '@candor/kernel';
import type { Candle } from '@candor/prices';
import type {
  FeedOptions,
  FeedStatus,
  MarketFeed,
  PastCandles,
  VenueBook,
  VenueTrade,
} from '../feeds/index.ts';

/** A symbol as the recorder has to know it: venues' prices are put into its ticks. */
export interface RecordedSymbol {
  readonly symbolId: number;
  readonly name: string;
  readonly tickDecimal: string;
}

/** Where a chain goes on: after this tick, with its time of chaining, number and hash; zeros for a new one. */
export type ChainEnd = ChainView;

/** A tick as the recorder sends it: what is journaled verbatim. */
export type ChainedTick = IndexTick & { readonly chainedMs: number; readonly record: TickRecord };

/** The end of a chain whose last tick this is. */
export function endOf({ tickNo, chainedMs, record }: ChainedTick): ChainEnd {
  return { tickNo, chainedMs, recordNo: record.no, hash: record.hash };
}

/** What never changes of a feed. */
export type FeedFacts = Pick<
  MarketFeed,
  'kind' | 'source' | 'symbols' | 'venues' | 'candleFolders' | 'primaryVenueId'
>;

/** What of a feed never changes. */
export function factsOf(feed: FeedFacts): FeedFacts {
  const { kind, source, symbols, venues, candleFolders, primaryVenueId } = feed;
  return { kind, source, symbols, venues, candleFolders, primaryVenueId };
}

/** What the recorder is asked. */
export type ToRecorder =
  | { readonly type: 'past'; readonly sinceMs: number | null }
  /** The next piece of the past. */
  | { readonly type: 'more' }
  | { readonly type: 'minutes' }
  | {
      readonly type: 'start';
      readonly symbols: readonly RecordedSymbol[];
      readonly after: ChainEnd;
      /** Ticks that were made already and are not journaled yet. */
      readonly waiting: number;
    }
  /** So many more of the ticks are in the journal. */
  | { readonly type: 'journaled'; readonly ticks: number }
  | { readonly type: 'stop' };

/** What the recorder tells, in the order in which it came about. */
export type FromRecorder =
  | { readonly type: 'opened'; readonly facts: FeedFacts; readonly status: FeedStatus }
  /** It cannot go on. A start-up error has a code. */
  | { readonly type: 'failed'; readonly code: string | null; readonly message: string }
  | { readonly type: 'pastPiece'; readonly piece: PastCandles }
  | { readonly type: 'pastEnd'; readonly error: string | null }
  | { readonly type: 'minutes'; readonly minutes: ReadonlyMap<string, Candle> }
  | { readonly type: 'started'; readonly status: FeedStatus }
  | { readonly type: 'stopped' }
  | { readonly type: 'log'; readonly line: string }
  | { readonly type: 'restarted' }
  | {
      readonly type: 'market';
      readonly books: readonly VenueBook[];
      readonly trades: readonly VenueTrade[];
      readonly status: FeedStatus;
    }
  | { readonly type: 'tick'; readonly tick: ChainedTick; readonly status: FeedStatus };

/** What a recorder in a thread of its own begins with. */
export interface ThreadData {
  readonly port: import('node:worker_threads').MessagePort;
  readonly feed: Omit<FeedOptions, 'now' | 'log'>;
}
