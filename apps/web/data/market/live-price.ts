import type { Interval, Kline, Ticker } from '@candor/api';
import { formatDecimal, parseDecimal } from '@candor/money';

const PERCENT_DECIMALS = 4;

/** Length of an interval in milliseconds. Weeks begin on Mondays, so only shorter candles open at its multiples. */
const intervalsMs: Readonly<Record<Exclude<Interval, '1w'>, number>> = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '30m': 1_800_000,
  '1h': 3_600_000,
  '4h': 14_400_000,
  '1d': 86_400_000,
};

const decimalsOf = (decimal: string) => decimal.split('.')[1]?.length ?? 0;

/** Percent with 4 decimals, halves away from 0, as the server counts it; "0.0000" where there is no opening price. */
function percentOf(change: bigint, open: bigint): string {
  if (open <= 0n) return formatDecimal(0n, PERCENT_DECIMALS);
  const scaled = change * 100n * 10n ** BigInt(PERCENT_DECIMALS);
  const half = scaled < 0n ? -(open / 2n) : open / 2n;
  return formatDecimal((scaled + half) / open, PERCENT_DECIMALS);
}

/** Statistics with a newer last price: the change and the extremes follow it. The same object where nothing changes. */
export function withLastPrice(ticker: Ticker, price: string): Ticker {
  if (price === ticker.last) return ticker;
  const scale = Math.max(decimalsOf(price), decimalsOf(ticker.last), decimalsOf(ticker.open24h));
  const [last, open] = [parseDecimal(price, scale), parseDecimal(ticker.open24h, scale)];
  const [high, low] = [parseDecimal(ticker.high24h, scale), parseDecimal(ticker.low24h, scale)];
  if (last === null || open === null || high === null || low === null) return ticker;
  return {
    ...ticker,
    last: price,
    change24h: formatDecimal(last - open, scale),
    changePercent24h: percentOf(last - open, open),
    high24h: last > high ? price : ticker.high24h,
    low24h: last < low ? price : ticker.low24h,
  };
}

/**
 * The candle of a trade at that time: the given one with the price in it, or a new one where the trade is of the next.
 * Null where the trade does not concern it: it is older, or the start of its candle is not known. The volume stays the
 * server's.
 */
export function withTrade(
  candle: Kline,
  interval: Interval,
  { price, t }: { readonly price: string; readonly t: number },
): Kline | null {
  if (interval === '1w') return candle.closed || t < candle.t ? null : stretched(candle, price);
  const openMs = t - (t % intervalsMs[interval]);
  if (openMs < candle.t || (openMs === candle.t && candle.closed)) return null;
  if (openMs === candle.t) return stretched(candle, price);
  return { t: openMs, o: price, h: price, l: price, c: price, v: '0', closed: false };
}

/** Floats are exact enough to order decimal prices of one symbol; the prices themselves stay text. */
function stretched(candle: Kline, price: string): Kline {
  return {
    ...candle,
    c: price,
    h: Number(price) > Number(candle.h) ? price : candle.h,
    l: Number(price) < Number(candle.l) ? price : candle.l,
  };
}
