import type { FeedKind } from '@candor/kernel';
import type { Candle, Interval } from '@candor/prices';

/** A price level of a venue: price in 1e-8 of the quote coin, quantity in 1e-8 of the base coin. */
export interface VenueLevel {
  readonly price: bigint;
  readonly quantity: bigint;
}

/** The top of a venue's book, best first. */
export interface VenueBook {
  readonly venueId: number;
  readonly symbol: string;
  readonly bids: readonly VenueLevel[];
  readonly asks: readonly VenueLevel[];
  /** Time at which this was true, on the clock of this machine: staleness is measured by it. */
  readonly timeMs: number;
}

export interface VenueTrade {
  readonly venueId: number;
  readonly symbol: string;
  /** Unique among the trades of its venue and symbol. */
  readonly id: string;
  readonly price: bigint;
  readonly quantity: bigint;
  readonly takerSide: 'buy' | 'sell';
  /** Time of the trade on the market's clock: in a replay that is the past. */
  readonly marketTimeMs: number;
}

export interface FeedVenue {
  readonly venueId: number;
  readonly name: string;
  /** Weight in the index, in parts per million. */
  readonly weightPpm: number;
}

/** Takes what a feed delivers, in order. Its methods must not throw and must not wait. */
export interface FeedSink {
  book(book: VenueBook): void;
  trade(trade: VenueTrade): void;
  /** The market's clock jumped back to the beginning: a replay starts over. */
  restarted(): void;
}

export type FeedPhase = 'starting' | 'running' | 'stalled' | 'ended' | 'stopped';

export interface VenueStatus {
  readonly venueId: number;
  readonly name: string;
  readonly connected: boolean;
}

export interface FeedStatus {
  readonly kind: FeedKind;
  readonly phase: FeedPhase;
  /** In plain English, for operators and logs; the web names the kinds in its own words. */
  readonly note: string;
  /** The market's clock. */
  readonly marketTimeMs: number;
  /** Number of times that a replay began; 1 for the others. */
  readonly round: number;
  readonly venues: readonly VenueStatus[];
}

/** A candle with where it belongs. */
export interface PastCandles {
  readonly symbol: string;
  readonly interval: Interval;
  readonly candles: readonly Candle[];
}

/** A source of market data, as those see it who do not play it. */
export interface FeedView {
  readonly kind: FeedKind;
  /** Name that its candles are kept under; feeds of one name continue one another. */
  readonly source: string;
  /** Such as BTCUSDT. */
  readonly symbols: readonly string[];
  readonly venues: readonly FeedVenue[];
  /** Folders of recorded candles that belong to this market's past. */
  readonly candleFolders: readonly string[];
  /** The venue whose book the house mirrors and whose trades make candles. */
  readonly primaryVenueId: number;
  status(): FeedStatus;
  /** The market's clock at this moment. */
  marketTimeMs(): number;
  /**
   * Candles that have closed since `sinceMs`, where the last kept minute ended, or all that there are (null), as far as
   * the feed can tell.
   */
  past(sinceMs: number | null): AsyncIterable<PastCandles>;
  /** Returns the open minute's candle so far, by symbol, as far as the feed knows it. */
  openMinutes(): ReadonlyMap<string, Candle> | Promise<ReadonlyMap<string, Candle>>;
}

/** A source of market data that can be played. */
export interface MarketFeed extends FeedView {
  /** Delivers to the sink from now on. Resolves when connected, or when connecting goes on in the background. */
  start(sink: FeedSink): Promise<void>;
  stop(): Promise<void>;
}
