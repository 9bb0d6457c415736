import type { FeedView } from '../../prices/feeds/index.ts';
import type { CandleStore, StoredCandle } from './candle-store.ts';

const CANDLES_PER_WRITE = 6_000;
/** Under this name the store remembers that a first filling came to its end. */
const WHOLE_PAST = '';

export interface PastOptions {
  readonly store: CandleStore;
  readonly feed: FeedView;
  /** Receives progress lines of a long filling. */
  readonly say: (line: string) => void;
}

/**
 * Asks the feed for the candles since the last that are kept (all that it has, the first time), keeps them, and builds
 * the longer ones. What a finished filling left stays. Resolves with the number of candles that the feed gave.
 */
export async function fillPast({ store, feed, say }: PastOptions): Promise<number> {
  const { source, symbols } = feed;
  if (await store.isLoaded(source, WHOLE_PAST, 0, 0)) return fillSince(store, feed);
  say('Making the past of the market');
  const count = await store.replaceAll(source, symbols, feed.past(null), () => feed.marketTimeMs());
  await store.setLoaded(source, WHOLE_PAST, 0, 0, count);
  return count;
}

async function fillSince(store: CandleStore, feed: FeedView): Promise<number> {
  const { source, symbols } = feed;
  const sinceMs = (await store.minutesEndMs(source, symbols)) ?? 0;
  let waiting: StoredCandle[] = [];
  let count = 0;
  const write = async () => {
    await store.write(source, waiting, false);
    count += waiting.length;
    waiting = [];
  };
  for await (const { symbol, interval, candles } of feed.past(sinceMs)) {
    for (const candle of candles) waiting.push({ symbol, interval, candle });
    if (waiting.length >= CANDLES_PER_WRITE) await write();
  }
  await write();
  if (count > 0) await store.fillLonger(source, symbols, sinceMs, feed.marketTimeMs());
  return count;
}
