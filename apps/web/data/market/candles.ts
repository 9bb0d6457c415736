import type { Kline } from '@candor/api';

/** The live candles kept of one chart: some for what comes late, the history is the chart's own. */
export const MAX_LIVE_CANDLES = 10;

/**
 * Puts one candle into bars ordered by time: replaces the bar of the same time, else adds it where it belongs. Beyond
 * `MAX_LIVE_CANDLES` the oldest fall out.
 */
export function mergeCandle(bars: readonly Kline[], candle: Kline): readonly Kline[] {
  let at = bars.length;
  while (at > 0 && bars[at - 1]!.t >= candle.t) at -= 1;
  const next = bars.slice();
  next.splice(at, bars[at]?.t === candle.t ? 1 : 0, candle);
  return next.slice(-MAX_LIVE_CANDLES);
}
