import { type Candle, candleOpenMs, type Interval, intervalMs, quoteVolumeOf } from '@candor/prices';
import type { PastCandles } from '../types.ts';
import type { SimulatedMarket } from './simulated-market.ts';
import { STEP_MS } from './walk.ts';

const DAY_MS = 86_400_000;
const PIECE_CANDLES = 120;
/** The past is made finer the nearer it is: hours for a year, then 5 minutes for three weeks, then minutes. */
const STRETCHES: readonly { readonly interval: Interval; readonly days: number; readonly samples: number }[] =
  [
    { interval: '1h', days: 364, samples: 8 },
    { interval: '5m', days: 21, samples: 4 },
    { interval: '1m', days: 3, samples: 4 },
  ];

/**
 * The simulator's closed candles from `sinceMs` (null: as far back as its past goes) up to `nowMs`, in small pieces,
 * so that the caller can breathe between them. The pieces of a symbol follow one another without overlap.
 */
export function* simulatedPast(
  market: SimulatedMarket,
  sinceMs: number | null,
  nowMs: number,
): Generator<PastCandles> {
  const today = candleOpenMs(nowMs, '1d');
  const begins = STRETCHES.map(({ days }, at) => candleOpenMs(today - days * DAY_MS, at === 0 ? '1w' : '1d'));
  const ends = [...begins.slice(1), candleOpenMs(nowMs, '1m')];
  for (const [at, { interval, samples }] of STRETCHES.entries()) {
    const length = intervalMs(interval);
    const fromMs = Math.ceil(Math.max(begins[at]!, sinceMs ?? 0) / length) * length;
    for (let pieceMs = fromMs; pieceMs < ends[at]!; pieceMs += PIECE_CANDLES * length) {
      const untilMs = Math.min(ends[at]!, pieceMs + PIECE_CANDLES * length);
      yield* makePieces(market, interval, samples, pieceMs, untilMs);
    }
  }
}

/** The minute that `nowMs` lies in, of every symbol, up to then. */
export function simulatedMinutes(market: SimulatedMarket, nowMs: number): Map<string, Candle> {
  const openMs = candleOpenMs(nowMs, '1m');
  const untilMs = Math.floor(nowMs / STEP_MS) * STEP_MS;
  return new Map(
    market.symbols.map((symbol) => {
      const sketch = new Sketch(market, symbol, openMs);
      let looks = 1;
      for (let timeMs = openMs + STEP_MS; timeMs <= untilMs; timeMs += STEP_MS, looks++) sketch.look(timeMs);
      return [symbol, sketch.candle(nowMs - openMs, looks)];
    }),
  );
}

/** All symbols at one moment before the next: they share the walk of the whole market, which is then asked once. */
function makePieces(
  market: SimulatedMarket,
  interval: Interval,
  samples: number,
  fromMs: number,
  untilMs: number,
): PastCandles[] {
  const length = intervalMs(interval);
  const pieces = market.symbols.map((symbol) => ({ symbol, interval, candles: [] as Candle[] }));
  for (let openMs = fromMs; openMs < untilMs; openMs += length) {
    const sketches = market.symbols.map((symbol) => new Sketch(market, symbol, openMs));
    for (let sample = 1; sample <= samples; sample++) {
      const timeMs = sample === samples ? openMs + length - STEP_MS : openMs + (sample * length) / samples;
      for (const sketch of sketches) sketch.look(timeMs);
    }
    for (const [at, sketch] of sketches.entries())
      pieces[at]!.candles.push(sketch.candle(length, samples + 1));
  }
  return pieces;
}

/** A candle out of looks at the price at even distances and right before the end. */
class Sketch {
  readonly #market: SimulatedMarket;
  readonly #symbol: string;
  readonly #openMs: number;
  readonly #open: bigint;
  readonly #lot: bigint;
  #high: bigint;
  #low: bigint;
  #close: bigint;
  #lotsPerMinute: number;

  constructor(market: SimulatedMarket, symbol: string, openMs: number) {
    const { price, lotsPerMinute, lot } = market.past(symbol, openMs);
    this.#market = market;
    this.#symbol = symbol;
    this.#openMs = openMs;
    this.#open = this.#high = this.#low = this.#close = price;
    this.#lotsPerMinute = lotsPerMinute;
    this.#lot = lot;
  }

  look(timeMs: number): void {
    const { price, lotsPerMinute } = this.#market.past(this.#symbol, timeMs);
    if (price > this.#high) this.#high = price;
    if (price < this.#low) this.#low = price;
    this.#close = price;
    this.#lotsPerMinute += lotsPerMinute;
  }

  /** The volume is that of the minutes looked at, stretched over the whole length. */
  candle(lengthMs: number, looks: number): Candle {
    const volume = BigInt(Math.round((this.#lotsPerMinute / looks) * (lengthMs / 60_000))) * this.#lot;
    return {
      openMs: this.#openMs,
      open: this.#open,
      high: this.#high,
      low: this.#low,
      close: this.#close,
      volume,
      quoteVolume: quoteVolumeOf((this.#high + this.#low) / 2n, volume),
    };
  }
}
