import type { Mt5Quote, Mt5Range, mt5Calls } from '@candor/api';
import type { FeedKind } from '@candor/kernel';
import { formatDecimal } from '@candor/money';
import { Refusal } from '../../base/errors/refusal.ts';
import type { MarketSource } from '../../engine/ports.ts';
import type { Handlers } from '../../gateway/http/context.ts';
import { isGold, type Mt5Feed } from './mt5-feed.ts';

export interface Mt5Needs {
  readonly market: Pick<MarketSource, 'feedKind'>;
  /** Prices that stand beside a market of a kind; null where nobody delivers any. */
  readonly pairFeed: (kind: FeedKind) => Mt5Feed | null;
  readonly now: () => number;
}

const HOUR_MS = 3_600_000;
const WEEK_STEP_MS = 4 * HOUR_MS;
const WEEK_STEPS = 42;
/** Step of a chart and the number of steps of its span. */
const SPANS: Readonly<Record<Mt5Range, { readonly stepMs: number; readonly steps: number }>> = {
  '1d': { stepMs: HOUR_MS / 4, steps: 96 },
  '7d': { stepMs: 2 * HOUR_MS, steps: 84 },
  '30d': { stepMs: 6 * HOUR_MS, steps: 120 },
};
const PERCENT_SCALE = 4;
const BASE_LETTERS = 3;

/** A price of the past never changes: each is made once. Bounded, since a step is kept for a month at most. */
const MOST_KEPT = 20_000;

export function mt5Handlers({ market, pairFeed, now }: Mt5Needs): Handlers<typeof mt5Calls> {
  const kept = new Map<string, string>();

  const feedOf = (): Mt5Feed | null => pairFeed(market.feedKind());

  /** Prices at the steps of a span up to now, on a grid that stands still; the latest last. */
  function course(feed: Mt5Feed, coin: string, stepMs: number, steps: number) {
    const nowMs = now();
    const lastStepMs = Math.floor(nowMs / stepMs) * stepMs;
    const points: { t: number; p: string }[] = [];
    for (let back = steps - 1; back >= 0; back -= 1) {
      const t = lastStepMs - back * stepMs;
      const key = `${coin} ${t}`;
      let p = kept.get(key) ?? null;
      if (p === null) {
        const price = feed.priceAt(coin, t);
        if (price === null) continue;
        p = formatDecimal(price.amount, price.decimals);
        if (kept.size >= MOST_KEPT) kept.clear();
        kept.set(key, p);
      }
      points.push({ t, p });
    }
    const latest = feed.priceAt(coin, nowMs);
    if (latest !== null && nowMs > lastStepMs)
      points.push({ t: nowMs, p: formatDecimal(latest.amount, latest.decimals) });
    return points;
  }

  function quoteOf(feed: Mt5Feed, coin: string): Mt5Quote | null {
    const price = feed.priceAt(coin, now());
    if (price === null) return null;
    const { amount, open, decimals } = price;
    const change = ((amount - open) * 100n * 10n ** BigInt(PERCENT_SCALE)) / open;
    return {
      coin,
      showSymbol: `${coin.slice(0, BASE_LETTERS)}/${coin.slice(BASE_LETTERS)}`,
      kind: isGold(coin) ? 'gold' : 'currency',
      market: 'mt5',
      decimals,
      amount: formatDecimal(amount, decimals),
      open: formatDecimal(open, decimals),
      changePercent: formatDecimal(change, PERCENT_SCALE),
      week: course(feed, coin, WEEK_STEP_MS, WEEK_STEPS).map(({ p }) => p),
    };
  }

  return {
    getMt5Amount({ query: { coin } }) {
      const feed = feedOf();
      if (feed === null) throw new Refusal('MT5_UNAVAILABLE');
      const price = feed.priceAt(coin, now());
      if (price === null) throw new Refusal('UNKNOWN_COIN');
      const { amount, open, decimals, marketMs } = price;
      return {
        coin,
        market: 'mt5' as const,
        amount: formatDecimal(amount, decimals),
        open: formatDecimal(open, decimals),
        source: feed.source,
        marketTime: marketMs,
        time: now(),
      };
    },
    getMt5Quotes() {
      const feed = feedOf();
      const quotes = feed?.coins.map((coin) => quoteOf(feed, coin)) ?? [];
      return {
        source: feed?.source ?? null,
        records: quotes.filter((quote) => quote !== null),
        time: now(),
      };
    },
    getMt5Chart({ query: { coin, range } }) {
      const feed = feedOf();
      if (feed === null) throw new Refusal('MT5_UNAVAILABLE');
      if (feed.priceAt(coin, now()) === null) throw new Refusal('UNKNOWN_COIN');
      const { stepMs, steps } = SPANS[range];
      return { coin, source: feed.source, points: course(feed, coin, stepMs, steps) };
    },
  };
}
