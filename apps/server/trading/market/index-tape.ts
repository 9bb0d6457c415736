import type { IndexTick, Kline } from '@candor/api';
import { INDEX_GRID_MS } from '@candor/prices';

/** Ticks kept of one index: five minutes. */
export const MAX_INDEX_TICKS = 1_200;
/** Candles of one second kept of one index: 25 minutes. */
export const MAX_INDEX_CANDLES = 1_500;
const SECOND_MS = 1_000;

/** The latest committed ticks of one index, and candles of one second made of them. Bounded; empty after a start. */
export class IndexTape {
  #ticks: IndexTick[] = [];
  #candles: Kline[] = [];

  /** Creates a tape that continues these ticks and candles, oldest first. */
  static of(ticks: readonly IndexTick[], candles: readonly Kline[]): IndexTape {
    const tape = new IndexTape();
    tape.#ticks = [...ticks];
    tape.#candles = [...candles];
    return tape;
  }

  /** Takes the tick of that number; returns it, or null where it is not newer than the last. */
  add(tickNo: number, price: string | null): IndexTick | null {
    if (tickNo <= (this.#ticks.at(-1)?.n ?? -1)) return null;
    const tick = { n: tickNo, t: tickNo * INDEX_GRID_MS, p: price };
    this.#ticks = kept(this.#ticks, tick, MAX_INDEX_TICKS);
    this.#intoCandle(tick);
    return tick;
  }

  /** Oldest first. */
  ticks(limit: number): readonly IndexTick[] {
    return this.#ticks.slice(-limit);
  }

  /** Oldest first, the open one last. A second in which the index was stale has none. */
  candles(limit: number): readonly Kline[] {
    return this.#candles.slice(-limit).slice(-MAX_INDEX_CANDLES);
  }

  #intoCandle({ t, p }: IndexTick): void {
    const openMs = t - (t % SECOND_MS);
    const last = this.#candles.at(-1);
    if (last !== undefined && last.t < openMs && !last.closed) {
      this.#candles[this.#candles.length - 1] = { ...last, closed: true };
    }
    if (p === null) return;
    if (last?.t === openMs) {
      this.#candles[this.#candles.length - 1] = {
        ...last,
        h: greater(p, last.h) ? p : last.h,
        l: greater(last.l, p) ? p : last.l,
        c: p,
      };
      return;
    }
    const candle = { t: openMs, o: p, h: p, l: p, c: p, v: '0', closed: false };
    this.#candles = kept(this.#candles, candle, MAX_INDEX_CANDLES);
  }
}

/** Appends; cuts the oldest only now and then, so that a tick does not copy the whole tape. */
function kept<T>(all: T[], next: T, max: number): T[] {
  all.push(next);
  return all.length > 2 * max ? all.slice(-max) : all;
}

/** Orders two prices of one symbol, which have the same decimals: by length, then by sign. */
function greater(left: string, right: string): boolean {
  return left.length === right.length ? left > right : left.length > right.length;
}
