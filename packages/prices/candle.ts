import { candleOpenMs, type Interval, intervalMs } from './intervals.ts';

/** Decimals of every price and quantity in market data: no venue quotes more. */
export const MARKET_SCALE = 8;
const UNIT = 10n ** BigInt(MARKET_SCALE);

/**
 * One candle. Prices are in 1e-8 of the quote coin, `volume` in 1e-8 of the base coin, `quoteVolume` in 1e-8 of the
 * quote coin. It covers `openMs` up to, not including, the next candle's opening.
 */
export interface Candle {
  readonly openMs: number;
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly close: bigint;
  readonly volume: bigint;
  readonly quoteVolume: bigint;
}

/** Price times quantity in 1e-8 of the quote coin, rounded down: a statistic, nobody is paid by it. */
export function quoteVolumeOf(price: bigint, quantity: bigint): bigint {
  return (price * quantity) / UNIT;
}

/** A candle of one trade. */
export function tradeCandle(openMs: number, price: bigint, quantity: bigint): Candle {
  const quoteVolume = quoteVolumeOf(price, quantity);
  return { openMs, open: price, high: price, low: price, close: price, volume: quantity, quoteVolume };
}

/** A candle without trades: the price stays where it was. */
export function flatCandle(openMs: number, price: bigint): Candle {
  return { openMs, open: price, high: price, low: price, close: price, volume: 0n, quoteVolume: 0n };
}

/** The candle that opens at `openMs` and holds `earlier` and then `later`. */
export function joinCandles(openMs: number, earlier: Candle, later: Candle): Candle {
  return {
    openMs,
    open: earlier.open,
    high: earlier.high > later.high ? earlier.high : later.high,
    low: earlier.low < later.low ? earlier.low : later.low,
    close: later.close,
    volume: earlier.volume + later.volume,
    quoteVolume: earlier.quoteVolume + later.quoteVolume,
  };
}

/** The most empty candles that are drawn for a pause: beyond, the chart has a hole. */
const MAX_FLAT = 1_500;

/** Builds the candles of one symbol and one interval out of trades in order of time. */
export class CandleBuilder {
  readonly interval: Interval;
  #current: Candle | null;

  /** `current` continues a candle that began before. */
  constructor(interval: Interval, current: Candle | null = null) {
    this.interval = interval;
    this.#current = current;
  }

  /** The candle that is still open, null before the first trade. */
  get current(): Candle | null {
    return this.#current;
  }

  /**
   * Adds a trade and returns the candles that it closed, oldest first. The first trade of a candle is its open. A
   * trade older than the open candle counts into that one: venues deliver late ones now and then, and a closed candle
   * never changes.
   */
  add(timeMs: number, price: bigint, quantity: bigint): Candle[] {
    const closed = this.advance(timeMs);
    const openMs = candleOpenMs(timeMs, this.interval);
    const current = this.#current;
    const trade = tradeCandle(current === null ? openMs : current.openMs, price, quantity);
    if (current === null || current.volume === 0n) this.#current = trade;
    else this.#current = joinCandles(current.openMs, current, trade);
    return closed;
  }

  /** Closes what ended by `timeMs` and returns it, oldest first; the next candle opens flat at the last price. */
  advance(timeMs: number): Candle[] {
    const closed: Candle[] = [];
    const length = intervalMs(this.interval);
    const openMs = candleOpenMs(timeMs, this.interval);
    let current = this.#current;
    if (current === null || current.openMs >= openMs) return closed;
    const skipped = (openMs - current.openMs) / length - 1 > MAX_FLAT;
    while (current.openMs < openMs) {
      closed.push(current);
      current = flatCandle(skipped ? openMs : current.openMs + length, current.close);
    }
    this.#current = current;
    return closed;
  }
}
