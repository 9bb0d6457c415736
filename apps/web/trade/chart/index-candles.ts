import type { IndexTick, Kline } from '@candor/api';

const SECOND_MS = 1_000;

/** A tick as a bar of a line; null while the index is stale. */
export function tickBar({ t, p }: IndexTick): Kline | null {
  return p === null ? null : { t, o: p, h: p, l: p, c: p, v: '0', closed: true };
}

/**
 * Candles of one second of ticks, oldest first. The first second is left out: ticks of it may be missing. Floats order
 * prices of one symbol; the prices themselves stay text.
 */
export function secondCandles(ticks: readonly IndexTick[]): Kline[] {
  const candles: Kline[] = [];
  const first = ticks[0];
  if (first === undefined) return candles;
  const firstMs = first.t - (first.t % SECOND_MS);
  for (const { t, p } of ticks) {
    const openMs = t - (t % SECOND_MS);
    if (p === null || openMs === firstMs) continue;
    const last = candles.at(-1);
    if (last?.t === openMs) {
      candles[candles.length - 1] = {
        ...last,
        h: Number(p) > Number(last.h) ? p : last.h,
        l: Number(p) < Number(last.l) ? p : last.l,
        c: p,
      };
    } else candles.push({ t: openMs, o: p, h: p, l: p, c: p, v: '0', closed: false });
  }
  return candles;
}
