import type { FeedSink, FeedView, MarketFeed } from '../feeds/index.ts';
import { Chain } from './chain.ts';
import type { ChainEnd, ChainedTick, RecordedSymbol } from './messages.ts';

/** Receives the recorder's data, in order. Its methods must not throw and must not wait. */
export interface RecorderSink extends FeedSink {
  /** Receives a new tick, after all books that it was made from. */
  tick(tick: ChainedTick): void;
}

/** Plays a feed and chains its quotes into numbered index ticks, in this process or in a separate one. */
export interface Recorder extends FeedView {
  /**
   * Starts to deliver to the sink. A recorder in this process continues the chain after the given tick, and the
   * receiver of its ticks submits them to the journal. A recorder in a separate process knows its chain and submits
   * its ticks itself.
   */
  start(sink: RecorderSink, symbols: readonly RecordedSymbol[], after: ChainEnd): Promise<void>;
  /** Acknowledges this many more ticks, which are not sent again. */
  journaled(ticks: number): void;
  /** Stops delivery, and stops making ticks if the recorder is in this process. */
  stop(): Promise<void>;
}

/** Runs a recorder in this process, without a tick file. */
export function recordHere(
  feed: MarketFeed,
  { now, log }: { readonly now: () => number; readonly log: (line: string) => void },
): Recorder {
  let chain: Chain | null = null;
  const { kind, source, symbols, venues, candleFolders, primaryVenueId } = feed;
  return {
    kind,
    source,
    symbols,
    venues,
    candleFolders,
    primaryVenueId,
    status: () => feed.status(),
    marketTimeMs: () => feed.marketTimeMs(),
    past: (sinceMs) => feed.past(sinceMs),
    openMinutes: () => feed.openMinutes(),
    async start(sink, known, after) {
      const own = new Chain({
        symbols: known,
        after,
        waiting: 0,
        now,
        log,
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
