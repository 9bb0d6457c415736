import type { Kline } from '@candor/contract';

/** The most bars kept of one chart. */
export const MAX_CANDLES = 1_500;

/**
 * Puts one candle into bars ordered by time: replaces the bar of the same time, else adds it where it belongs. Beyond
 * `MAX_CANDLES` the oldest fall out.
 */
export function mergeCandle(bars: readonly Kline[], candle: Kline): readonly Kline[] {
  let at = bars.length;
  while (at > 0 && bars[at - 1]!.t >= candle.t) at -= 1;
  const next = bars.slice();
  next.splice(at, bars[at]?.t === candle.t ? 1 : 0, candle);
  return next.length > MAX_CANDLES ? next.slice(next.length - MAX_CANDLES) : next;
}

/** Joins bars from history with those that came live; where both have a bar the live one is newer and stays. */
export function joinCandles(history: readonly Kline[], live: readonly Kline[]): readonly Kline[] {
  const byTime = new Map<number, Kline>();
  for (const bar of history) byTime.set(bar.t, bar);
  for (const bar of live) byTime.set(bar.t, bar);
  return [...byTime.values()].sort((left, right) => left.t - right.t).slice(-MAX_CANDLES);
}
