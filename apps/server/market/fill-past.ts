import type { MarketFeed } from '../feeds/index.ts';
import type { CandleStore, StoredCandle } from './candle-store.ts';

const CANDLES_PER_WRITE = 6_000;
/** Under this name the store remembers that a first filling came to its end: one that was cut off is done again. */
const WHOLE_PAST = '';

export interface PastOptions {
  readonly store: CandleStore;
  readonly feed: MarketFeed;
  /** Told how far a long filling is. */
  readonly say: (line: string) => void;
}

/**
 * Asks the feed for the candles since the last that are kept (all that it has, the first time), keeps them, and builds
 * the longer ones. What is kept already stays. Resolves with the number of candles that the feed gave.
 */
export async function fillPast({ store, feed, say }: PastOptions): Promise<number> {
  const begun = await store.isLoaded(feed.source, WHOLE_PAST, 0, 0);
  const sinceMs = begun ? ((await store.minutesEndMs(feed.source, feed.symbols)) ?? 0) : null;
  if (!begun) say('Making the past of the market');
  let waiting: StoredCandle[] = [];
  let count = 0;
  // While the database writes one batch the next is made.
  let writing: Promise<void> = Promise.resolve();
  const write = async () => {
    await writing;
    writing = store.write(feed.source, waiting, false);
    count += waiting.length;
    waiting = [];
  };
  for await (const { symbol, interval, candles } of feed.past(sinceMs)) {
    for (const candle of candles) waiting.push({ symbol, interval, candle });
    if (waiting.length >= CANDLES_PER_WRITE) await write();
  }
  await write();
  await writing;
  if (count > 0) await store.fillLonger(feed.source, feed.symbols, sinceMs ?? 0, feed.marketTimeMs());
  await store.setLoaded(feed.source, WHOLE_PAST, 0, 0, count);
  return count;
}
