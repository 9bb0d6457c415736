import type { Kline } from '@candor/api';
import { type Interval, intervalMs } from '@candor/prices';
import { toKline } from '../../engine/values/index.ts';
import type { FeedView } from '../../prices/feeds/index.ts';
import type { CandleStore } from './candle-store.ts';
import type { CandleWriter } from './candle-writer.ts';
import type { Market } from './one-market.ts';
import { klineOfTexts } from './public-values.ts';

/** The maximum number of candles in one answer. */
const MAX_LIMIT = 1_500;

export interface CandleReaderOptions {
  readonly store: CandleStore;
  readonly feed: FeedView;
  /** Closed candles that are not stored yet. */
  readonly writer: CandleWriter;
  /** Further sources of the past, behind the feed's own candles. */
  readonly pastSources: readonly string[];
  /** Time of the feed's clock at the start: later candles of other sources are not shown. */
  readonly startedMs: number;
}

/** Reads a symbol's candles: those stored of each source, those that wait to be stored, and the open one. */
export class CandleReader {
  readonly #options: CandleReaderOptions;

  constructor(options: CandleReaderOptions) {
    this.#options = options;
  }

  /** Candles that open before `endMs`, oldest first, the open one last; at most 1,500. */
  async read(market: Market, interval: Interval, endMs: number, limit: number): Promise<Kline[]> {
    const count = Math.min(limit, MAX_LIMIT);
    if (count < 1) return [];
    const { store, feed, writer, pastSources, startedMs } = this.#options;
    const { decimals } = market;
    const symbol = market.symbol.name;
    const found = new Map<number, Kline>();
    const ranges = [
      ...pastSources.toReversed().map((source) => ({ source, closedByMs: startedMs })),
      { source: feed.source, closedByMs: feed.marketTimeMs() },
    ];
    for (const { source, closedByMs } of ranges) {
      const range = { beforeMs: endMs, closedByMs };
      for (const texts of await store.lastTexts(source, symbol, interval, range, count)) {
        const kline = klineOfTexts(texts, decimals);
        found.set(kline.t, kline);
      }
    }
    for (const waiting of writer.waiting()) {
      const { candle } = waiting;
      const fits = waiting.symbol === symbol && waiting.interval === interval && candle.openMs < endMs;
      if (fits) found.set(candle.openMs, toKline(candle, true, decimals));
    }
    const current = market.candles.current(interval);
    if (current !== null && current.openMs < endMs)
      found.set(current.openMs, toKline(current, false, decimals));
    const ordered = [...found.values()].sort((left, right) => left.t - right.t).slice(-count);
    return joined(ordered, intervalMs(interval));
  }
}

/** Drops the candles before a gap that is longer than a whole chart: charts do not show gaps. */
function joined(candles: Kline[], lengthMs: number): Kline[] {
  for (let at = candles.length - 1; at > 0; at--) {
    if (candles[at]!.t - candles[at - 1]!.t > MAX_LIMIT * lengthMs) return candles.slice(at);
  }
  return candles;
}
