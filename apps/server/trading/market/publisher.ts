import { subjects } from '@candor/api';
import type { Bus, Published } from '../../base/bus/index.ts';
import { type PublishedCandle, packKlines } from '../../engine/values/index.ts';

/** Collects what the market publishes while it handles one input, and publishes it together. */
export class Publisher {
  readonly #bus: Bus;
  #waiting: Published[] = [];
  #candles: PublishedCandle[] = [];
  #isDue = false;

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  /** Publishes the message once the running callback has ended, after all that was published before. */
  publish(subject: string, message: unknown): void {
    this.#waiting.push([subject, message]);
    this.#flushSoon();
  }

  /** The same for a candle: all candles of a callback leave as one message, in order, after everything else. */
  publishCandle(candle: PublishedCandle): void {
    this.#candles.push(candle);
    this.#flushSoon();
  }

  #flushSoon(): void {
    if (!this.#isDue) queueMicrotask(() => this.#flush());
    this.#isDue = true;
  }

  #flush(): void {
    this.#isDue = false;
    const all = this.#waiting;
    this.#waiting = [];
    if (this.#candles.length > 0) all.push([subjects.klines, packKlines(this.#candles)]);
    this.#candles = [];
    this.#bus.publishAll(all);
  }
}
