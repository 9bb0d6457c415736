import type { ChainView, IndexTick, TickRecord } from '@candor/kernel';
import type { MarketFeed } from '../feeds/index.ts';

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
