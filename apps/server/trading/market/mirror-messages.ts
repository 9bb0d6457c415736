import type { IndexTick, Kline, PublicTrade, Ticker } from '@candor/api';
import type { FeedStatus } from '../../prices/feeds/index.ts';

/** Bus subjects between the one market and its mirrors. */
export const mirrorSubjects = {
  /** Carries a NumberedChange. */
  change: 'mirror.change',
  /** Answers with a MarketSnapshot. */
  snapshot: 'mirror.snapshot',
  /** Takes a CandleRequest and answers with candles, oldest first. */
  candles: 'mirror.candles',
} as const;

/** The current state of one venue for a symbol. */
export interface VenueState {
  readonly name: string;
  readonly connected: boolean;
  readonly bid: string | null;
  readonly ask: string | null;
  readonly timeMs: number | null;
}

/** The last committed index of a symbol. */
export interface IndexState {
  /** Null while stale. */
  readonly price: string | null;
  readonly venuesUsed: number;
  readonly tickNo: number;
}

/** A change of the market's public state. */
export type MarketChange =
  | { readonly kind: 'trade'; readonly symbol: string; readonly trade: PublicTrade }
  | {
      readonly kind: 'tick';
      readonly symbol: string;
      readonly tick: IndexTick;
      readonly index: IndexState;
    }
  | { readonly kind: 'tickers'; readonly tickers: readonly Ticker[] }
  /** The feed's status, and the state of the venues of each symbol. */
  | {
      readonly kind: 'feed';
      readonly status: FeedStatus;
      readonly venues: ReadonlyMap<string, readonly VenueState[]>;
    }
  /** The market's clock jumped back: trades of the venues so far are no longer shown. */
  | { readonly kind: 'restarted' };

/** A change with its number; the numbers of one run have no gap. */
export interface NumberedChange {
  /** Identifies one run of the market. */
  readonly run: string;
  readonly seq: number;
  readonly change: MarketChange;
}

/** The index of a symbol and its history. */
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
