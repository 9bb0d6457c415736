import type { IndexTick, Interval, JournalPlace, Kline, PublicTrade, Ticker } from '@candor/api';
import type { FeedKind, FinanceOffer, FixedOffer } from '@candor/kernel';
import type {
  BillQueries,
  ContractQueries,
  EarnQueries,
  LoanQueries,
  MarginQueries,
  MarketQueries,
  MiningQueries,
  OtcQueries,
  ReferralQueries,
  SecondsQueries,
  SpotQueries,
  SwapQueries,
} from '@candor/projections';

/** The market as the public sees it. */
export interface MarketSource {
  tickers(): readonly Ticker[];
  /** Oldest first, ending before `endMs`. */
  candles(
    symbol: string,
    interval: Interval,
    endMs: number,
    limit: number,
  ): readonly Kline[] | Promise<readonly Kline[]>;
  /** Newest last. */
  recentTrades(symbol: string, limit: number): readonly PublicTrade[];
  /** The latest committed ticks of an index, and candles of one second of it, oldest first. */
  indexTicks(symbol: string, limit: number): readonly IndexTick[];
  indexCandles(symbol: string, limit: number): readonly Kline[];
  /** Returns the source of the prices now; in practice mode a later start may take another feed than the first. */
  feedKind(): FeedKind;
  /** Returns the present state and best prices of a symbol at each venue of the feed. */
  venues(symbol: string): readonly VenueState[];
}

export interface VenueState {
  readonly name: string;
  readonly connected: boolean;
  readonly bid: string | null;
  readonly ask: string | null;
  readonly timeMs: number | null;
}

/** Our books with their sequence numbers. */
export interface DepthSource {
  depthSnapshot(
    symbol: string,
    levels: number,
  ): {
    readonly u: number;
    readonly t: number;
    readonly b: readonly (readonly [string, string, string])[];
    readonly a: readonly (readonly [string, string, string])[];
  } | null;
}

export type EarnHistory<O extends FixedOffer> = Pick<
  EarnQueries<O>,
  'orders' | 'order' | 'renewing' | 'offerChanges' | 'entries' | 'sums' | 'paidTo' | 'principalMoves'
>;

/** The users' past orders, fills and the like, newest first, from the read models. */
export interface History {
  readonly spot: Pick<SpotQueries, 'orders' | 'order' | 'keptAs' | 'fills' | 'lastTrades' | 'tradesSince'>;
  readonly bills: Pick<BillQueries, 'bills' | 'firstMs' | 'lastBefore' | 'dailyChanges' | 'tradesOf'>;
  readonly seconds: Pick<SecondsQueries, 'contracts' | 'contract' | 'changes' | 'lastEnded' | 'lastResults'>;
  readonly margin: Pick<MarginQueries, 'loans' | 'interest' | 'receipts'>;
  readonly perpetual: Pick<
    ContractQueries,
    | 'orders'
    | 'order'
    | 'keptAs'
    | 'fills'
    | 'closedPositions'
    | 'closedPosition'
    | 'exits'
    | 'exit'
    | 'receipts'
    | 'funding'
  >;
  readonly market: Pick<MarketQueries, 'changes' | 'listings'>;
  readonly loan: Pick<
    LoanQueries,
    | 'applications'
    | 'byApplications'
    | 'applicationOf'
    | 'borrowers'
    | 'entries'
    | 'poolEntries'
    | 'poolSums'
    | 'offerChanges'
    | 'credit'
    | 'creditSteps'
  >;
  readonly staking: EarnHistory<FixedOffer>;
  readonly finance: EarnHistory<FinanceOffer>;
  readonly mining: Pick<
    MiningQueries,
    'moves' | 'move' | 'moveBy' | 'entries' | 'points' | 'paid' | 'fundings' | 'holders' | 'principalMoves'
  >;
  readonly otc: Pick<
    OtcQueries,
    'orders' | 'order' | 'entries' | 'standing' | 'payer' | 'pairReleased' | 'volume'
  >;
  readonly swaps: Pick<SwapQueries, 'swaps' | 'swap' | 'quote' | 'changes'>;
  readonly referral: Pick<
    ReferralQueries,
    'sums' | 'days' | 'agentDays' | 'rebates' | 'brought' | 'fees' | 'figures'
  >;
  /** Reads where committed commands stand in the journal; one that it lacks is missing in the answer. */
  places(seqs: readonly number[]): Promise<ReadonlyMap<number, JournalPlace | null>>;
  /** Resolves when the rows cover command `seq`; false when patience ends first. */
  caughtUp(seq: number, timeoutMs?: number): Promise<boolean>;
  status(): { readonly seq: number; readonly lag: number; readonly reason: string | null };
}
