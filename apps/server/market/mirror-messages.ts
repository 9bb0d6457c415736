import type { IndexTick, Kline, PublicTrade, Ticker } from '@candor/contract';
import type { FeedStatus } from '../feeds/index.ts';

/** Subjects between the one market and its mirrors. */
export const mirrorSubjects = {
  /** Carries a NumberedChange. */
  change: 'mirror.change',
  /** Answers with a MarketSnapshot. */
  snapshot: 'mirror.snapshot',
  /** Asked with a CandleRequest; answers with candles, oldest first. */
  candles: 'mirror.candles',
} as const;

/** What one venue says of a symbol now. */
export interface VenueState {
  readonly name: string;
  readonly connected: boolean;
  readonly bid: string | null;
  readonly ask: string | null;
  readonly timeMs: number | null;
}

/** The index of a symbol as last committed. */
export interface IndexState {
  /** Null while stale. */
  readonly price: string | null;
  readonly venuesUsed: number;
  readonly tickNo: number;
}

/** One step of the market's public state. */
export type MarketChange =
  | { readonly kind: 'trade'; readonly symbol: string; readonly trade: PublicTrade }
  | {
      readonly kind: 'tick';
      readonly symbol: string;
      readonly tick: IndexTick;
      readonly index: IndexState;
    }
  | { readonly kind: 'tickers'; readonly tickers: readonly Ticker[] }
  /** The feed, and by symbol what its venues say. */
  | {
      readonly kind: 'feed';
      readonly status: FeedStatus;
      readonly venues: ReadonlyMap<string, readonly VenueState[]>;
    }
  /** The market's clock jumped back: what the venues traded is not shown any more. */
  | { readonly kind: 'restarted' };

/** A change with its place: the numbers of one run follow each other without a gap. */
export interface NumberedChange {
  /** Names one life of the market. */
  readonly run: string;
  readonly seq: number;
  readonly change: MarketChange;
}

/** A symbol's index and its past. */
export interface IndexSnapshot {
  readonly index: IndexState | null;
  readonly ticks: readonly IndexTick[];
  readonly candles: readonly Kline[];
}

/** The whole state after the change of this number. */
export interface MarketSnapshot {
  readonly run: string;
  readonly seq: number;
  readonly tickers: readonly Ticker[];
  readonly trades: ReadonlyMap<string, readonly PublicTrade[]>;
  readonly indices: ReadonlyMap<string, IndexSnapshot>;
  readonly status: FeedStatus;
  readonly venues: ReadonlyMap<string, readonly VenueState[]>;
}

export interface CandleRequest {
  readonly symbol: string;
  readonly interval: string;
  readonly endMs: number;
  readonly limit: number;
}
