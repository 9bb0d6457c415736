import {
  type Candle,
  CandleBuilder,
  type DayStatistics,
  DayWindow,
  INTERVALS,
  type Interval,
} from '@candor/prices';
import type { Beginning } from './beginnings.ts';

/** A candle that closed just now. */
export interface ClosedCandle {
  readonly interval: Interval;
  readonly candle: Candle;
}

/** The live candles of one symbol in every interval, and its last 24 hours. */
export class SymbolCandles {
  readonly #builders: readonly CandleBuilder[];
  readonly #day = new DayWindow();
  #last: bigint | null;

  constructor(beginning: Beginning | null) {
    this.#builders = INTERVALS.map(
      (interval) => new CandleBuilder(interval, beginning?.open.get(interval) ?? null),
    );
    for (const candle of beginning?.day ?? []) this.#day.put(candle);
    this.#last = beginning?.last ?? null;
    this.#keepDay([]);
  }

  /** The last price, null before the first. */
  get last(): bigint | null {
    return this.#last;
  }

  /** Adds a trade and returns the candles that ended before it, shortest interval first. */
  add(timeMs: number, price: bigint, quantity: bigint): ClosedCandle[] {
    const closed: ClosedCandle[] = [];
    for (const builder of this.#builders) {
      for (const candle of builder.add(timeMs, price, quantity))
        closed.push({ interval: builder.interval, candle });
    }
    this.#last = price;
    this.#keepDay(closed);
    return closed;
  }

  /** Closes what ended by `timeMs` without a trade. */
  advance(timeMs: number): ClosedCandle[] {
    const closed: ClosedCandle[] = [];
    for (const builder of this.#builders) {
      for (const candle of builder.advance(timeMs)) closed.push({ interval: builder.interval, candle });
    }
    this.#keepDay(closed);
    return closed;
  }

  /** The open candle of an interval. */
  current(interval: Interval): Candle | null {
    return this.#builders.find((builder) => builder.interval === interval)?.current ?? null;
  }

  statistics(nowMs: number): DayStatistics | null {
    return this.#day.statistics(nowMs);
  }

  #keepDay(closed: readonly ClosedCandle[]): void {
    for (const { interval, candle } of closed) if (interval === '1m') this.#day.put(candle);
    const minute = this.current('1m');
    if (minute !== null) this.#day.put(minute);
  }
}
