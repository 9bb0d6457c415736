import type { ChainView, IndexTick, TickRecord } from '@candor/kernel';
import type { MarketFeed } from '../feeds/index.ts';

/** A symbol as the recorder has to know it: venues' prices are put into its ticks. */
export interface RecordedSymbol {
  readonly symbolId: number;
  readonly name: string;
  readonly tickDecimal: string;
}

/** The end of a chain: the last tick, with its time of chaining, number and hash; zeros for a new chain. */
export type ChainEnd = ChainView;

/** A tick as the recorder sends it: what is journaled verbatim. */
export type ChainedTick = IndexTick & { readonly chainedMs: number; readonly record: TickRecord };

/** Returns the end of a chain whose last tick is the given one. */
export function endOf({ tickNo, chainedMs, record }: ChainedTick): ChainEnd {
  return { tickNo, chainedMs, recordNo: record.no, hash: record.hash };
}

/** The facts of a feed that never change. */
export type FeedFacts = Pick<
  MarketFeed,
  'kind' | 'source' | 'symbols' | 'venues' | 'candleFolders' | 'primaryVenueId'
>;

/** Returns the facts of a feed that never change. */
export function factsOf(feed: FeedFacts): FeedFacts {
  const { kind, source, symbols, venues, candleFolders, primaryVenueId } = feed;
  return { kind, source, symbols, venues, candleFolders, primaryVenueId };
}
