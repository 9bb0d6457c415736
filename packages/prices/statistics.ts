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

/** Summary of a run of candles for statistics: its ends, its extremes and its sums. */
interface Span {
  readonly open: bigint;
  readonly close: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly volume: bigint;
  readonly quoteVolume: bigint;
}

/** The span of candles, oldest first; null of none. */
function spanOf(candles: readonly Candle[]): Span | null {
  const [first] = candles;
  if (first === undefined) return null;
  let { high, low } = first;
  let close = 0n;
  let volume = 0n;
  let quoteVolume = 0n;
  for (const candle of candles) {
    if (candle.high > high) high = candle.high;
    if (candle.low < low) low = candle.low;
    close = candle.close;
    volume += candle.volume;
    quoteVolume += candle.quoteVolume;
  }
  return { open: first.open, close, high, low, volume, quoteVolume };
}

function joinSpans(earlier: Span | null, later: Span): Span {
  if (earlier === null) return later;
  return {
    open: earlier.open,
    close: later.close,
    high: earlier.high > later.high ? earlier.high : later.high,
    low: earlier.low < later.low ? earlier.low : later.low,
    volume: earlier.volume + later.volume,
    quoteVolume: earlier.quoteVolume + later.quoteVolume,
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

/**
 * The candles of a sliding day: keeps minutes, drops what has left the window. The span of all candles but the newest
 * is kept, so that statistics cost a sum over the day once a minute and not at each look.
 */
export class DayWindow {
  #candles: Candle[] = [];
  /** The span of all but the newest; undefined where it has to be computed again. */
  #older: Span | null | undefined;

  /** Adds a candle that is newer than the others, or replaces the newest of the same opening. */
  put(candle: Candle): void {
    if (this.#candles.at(-1)?.openMs === candle.openMs) this.#candles[this.#candles.length - 1] = candle;
    else {
      this.#candles.push(candle);
      this.#older = undefined;
    }
  }

  /** The statistics of the 24 hours before `nowMs`; null where no candle opened in them. */
  statistics(nowMs: number): DayStatistics | null {
    const fromMs = nowMs - DAY_MS;
    const firstInside = this.#candles.findIndex((candle) => candle.openMs >= fromMs);
    if (firstInside > 0) {
      this.#candles.splice(0, firstInside);
      this.#older = undefined;
    }
    const newest = firstInside < 0 ? undefined : this.#candles.at(-1);
    if (newest === undefined) return null;
    if (this.#older === undefined) this.#older = spanOf(this.#candles.slice(0, -1));
    const day = joinSpans(this.#older, newest);
    return {
      open: day.open,
      close: day.close,
      high24: day.high,
      low24: day.low,
      change: day.close - day.open,
      priceChangePercent: percentChange(day.open, day.close),
      volume: day.volume,
      amount: day.quoteVolume,
    };
  }
}
