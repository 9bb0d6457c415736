import type { CurrencyRateRow } from '@candor/api';
import { formatDecimalTrimmed } from '@candor/money';
import { symbolOf } from '../../gateway/content/index.ts';

/** Prices of pairs of currencies beside a market that is made up or recorded. */
export interface PairFeed {
  readonly source: 'simulator' | 'replay';
  priceAt(
    coin: string,
    nowMs: number,
  ): { readonly amount: bigint; readonly decimals: number; readonly marketMs: number } | null;
}

const USD = 'USD';
/** Currencies of the pages' languages that the table of days lacks. */
const MORE = ['TWD', 'VND', 'RUB'];
const SCALE = 8;

const row = (code: string, rate: string, source: string, time: number): CurrencyRateRow => ({
  code,
  symbol: symbolOf(code),
  rate,
  source,
  asOf: new Date(time).toISOString().slice(0, 10),
  time,
  changedAt: null,
  stale: false,
});

/** The rate of a currency by a feed: units of it for one USD, rounded down; null where the feed has no pair of it. */
function rateAt(feed: PairFeed, code: string, nowMs: number): CurrencyRateRow | null {
  if (code === USD) return row(code, '1', feed.source, nowMs);
  const direct = feed.priceAt(USD + code, nowMs);
  if (direct !== null) {
    const { amount, decimals, marketMs } = direct;
    return row(code, formatDecimalTrimmed(amount, decimals), feed.source, marketMs);
  }
  const turned = feed.priceAt(code + USD, nowMs);
  if (turned === null || turned.amount <= 0n) return null;
  const units = 10n ** BigInt(SCALE + turned.decimals) / turned.amount;
  return row(code, formatDecimalTrimmed(units, SCALE), feed.source, turned.marketMs);
}

/** Puts the prices of the practice feed in place of the rates of days; a currency without a pair keeps its day. */
export function practiceRates(
  table: readonly CurrencyRateRow[],
  feed: PairFeed,
  nowMs: number,
): CurrencyRateRow[] {
  const known = new Set(table.map(({ code }) => code));
  const more = MORE.filter((code) => !known.has(code)).flatMap((code) => rateAt(feed, code, nowMs) ?? []);
  return [...table.map((each) => rateAt(feed, each.code, nowMs) ?? each), ...more];
}
