import { formatDecimal } from '@candor/money';
import type { Candle } from './candle.ts';

export const DAY_MS = 86_400_000;

/** Statistics of the last 24 hours, as raw values: prices and volumes in 1e-8. Display rules are the reader's. */
export interface DayStatistics {
  readonly open: bigint;
  readonly close: bigint;
  readonly high24: bigint;
  readonly low24: bigint;
  /** close − open. */
  readonly change: bigint;
  /** Percent with 4 decimals, rounded to the nearest, halves away from 0. */
  readonly priceChangePercent: string;
  /** In the base coin. */
  readonly volume: bigint;
  /** In the quote coin. */
  readonly amount: bigint;
}

/**
 * Statistics over candles that do not overlap, oldest first, of which those that open at or after `fromMs` count.
 * Null when none does.
 */
export function dayStatistics(candles: readonly Candle[], fromMs: number): DayStatistics | null {
  let first: Candle | null = null;
  let last: Candle | null = null;
  let high24 = 0n;
  let low24 = 0n;
  let volume = 0n;
  let amount = 0n;
  for (const candle of candles) {
    if (candle.openMs < fromMs) continue;
    if (first === null || candle.high > high24) high24 = candle.high;
    if (first === null || candle.low < low24) low24 = candle.low;
    first ??= candle;
    last = candle;
    volume += candle.volume;
    amount += candle.quoteVolume;
  }
  if (first === null || last === null) return null;
  return {
    open: first.open,
    close: last.close,
    high24,
    low24,
    change: last.close - first.open,
    priceChangePercent: percentChange(first.open, last.close),
    volume,
    amount,
  };
}

const PERCENT_DECIMALS = 4;

/** The change from `open` to `close` in percent with 4 decimals, halves away from 0; "0.0000" when `open` is 0. */
export function percentChange(open: bigint, close: bigint): string {
  if (open <= 0n) return formatDecimal(0n, PERCENT_DECIMALS);
  const scaled = (close - open) * 100n * 10n ** BigInt(PERCENT_DECIMALS);
  const half = open / 2n;
  return formatDecimal((scaled + (scaled < 0n ? -half : half)) / open, PERCENT_DECIMALS);
}

/** The candles of a sliding day: keeps minutes, drops what has left the window. */
export class DayWindow {
  #candles: Candle[] = [];

  /** Adds a candle that is newer than the others, or replaces the newest of the same opening. */
  put(candle: Candle): void {
    if (this.#candles.at(-1)?.openMs === candle.openMs) this.#candles[this.#candles.length - 1] = candle;
    else this.#candles.push(candle);
  }

  /** The statistics of the 24 hours before `nowMs`. */
  statistics(nowMs: number): DayStatistics | null {
    const fromMs = nowMs - DAY_MS;
    const firstInside = this.#candles.findIndex((candle) => candle.openMs >= fromMs);
    if (firstInside > 0) this.#candles.splice(0, firstInside);
    return dayStatistics(this.#candles, fromMs);
  }
}
