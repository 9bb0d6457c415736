import type { FeedSink, FeedView, MarketFeed } from '../feeds/index.ts';
import { Chain } from './chain.ts';
import type { ChainEnd, ChainedTick, RecordedSymbol } from './messages.ts';

/** Takes what a recorder sends, in order. Its methods must not throw and must not wait. */
export interface RecorderSink extends FeedSink {
  /** A tick that was made. All books that it was made of came before. */
  tick(tick: ChainedTick): void;
}

/** Plays a feed and chains its quotes into numbered index ticks: in this process, or in one of its own. */
export interface Recorder extends FeedView {
  /**
   * Delivers to the sink from now on. The chain of a recorder in this process goes on after the given tick, and whoever
   * takes its ticks brings them to the journal; one of its own knows by itself, and does so.
   */
  start(sink: RecorderSink, symbols: readonly RecordedSymbol[], after: ChainEnd): Promise<void>;
  /** So many more of the ticks need not be sent again. */
  journaled(ticks: number): void;
  /** Makes no more ticks where it is of this process, and delivers nothing any more. */
  stop(): Promise<void>;
}

/** A recorder in this process, without a file of its own. */
export function recordHere(
  feed: MarketFeed,
  { now, log }: { readonly now: () => number; readonly log: (line: string) => void },
): Recorder {
  let chain: Chain | null = null;
  const { kind, source, symbols, venues, candleFolders, primaryVenueId } = feed;
  return {
    ...{ kind, source, symbols, venues, candleFolders, primaryVenueId },
    status: () => feed.status(),
    marketTimeMs: () => feed.marketTimeMs(),
    past: (sinceMs) => feed.past(sinceMs),
    openMinutes: () => feed.openMinutes(),
    async start(sink, known, after) {
      const own = new Chain({
        ...{ symbols: known, after, waiting: 0, now, log },
        onTick: (tick) => sink.tick(tick),
      });
      chain = own;
      own.start();
      await feed.start({
        book: (book) => {
          own.book(book);
          sink.book(book);
        },
        trade: (trade) => sink.trade(trade),
        restarted: () => sink.restarted(),
      });
    },
    journaled: (ticks) => chain?.journaled(ticks),
    async stop() {
      chain?.stop();
      await feed.stop();
    },
  };
}
