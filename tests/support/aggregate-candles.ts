import { type Candle, candleOpenMs, type Interval, joinCandles } from '@candor/prices';

/**
 * Candles of a longer interval out of shorter ones, which must be ordered by time and must each lie in one longer
 * candle. The first and the last of the result may be incomplete.
 */
export function aggregateCandles(candles: Iterable<Candle>, interval: Interval): Candle[] {
  const longer: Candle[] = [];
  for (const candle of candles) {
    const openMs = candleOpenMs(candle.openMs, interval);
    const last = longer.at(-1);
    if (last !== undefined && last.openMs === openMs)
      longer[longer.length - 1] = joinCandles(openMs, last, candle);
    else longer.push({ ...candle, openMs });
  }
  return longer;
}
