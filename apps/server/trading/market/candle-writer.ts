import { setTimeout as sleep } from 'node:timers/promises';
import type { CandleStore, StoredCandle } from './candle-store.ts';

export interface WriterTiming {
  readonly everyMs: number;
  readonly retryMs: number;
}

const TIMING: WriterTiming = { everyMs: 2_000, retryMs: 5_000 };
/** About a day of closed candles of ten symbols: more are not held back for a database that does not answer. */
const MAX_WAITING = 50_000;

/** Writes closed candles in batches, in the background; keeps them while the database does not answer. */
export class CandleWriter {
  readonly #store: Pick<CandleStore, 'write'>;
  readonly #source: string;
  readonly #log: (line: string) => void;
  readonly #timing: WriterTiming;
  #waiting: StoredCandle[] = [];
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(
    store: Pick<CandleStore, 'write'>,
    source: string,
    log: (line: string) => void,
    timing: WriterTiming = TIMING,
  ) {
    this.#store = store;
    this.#source = source;
    this.#log = log;
    this.#timing = timing;
  }

  start(): void {
    this.#running = this.#run();
  }

  put(candle: StoredCandle): void {
    this.#waiting.push(candle);
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
  }

  /** Candles not written yet, oldest first. */
  waiting(): readonly StoredCandle[] {
    return this.#waiting;
  }

  /** Writes what waits and ends. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await this.#write();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const written = await this.#write();
      await sleep(written ? this.#timing.everyMs : this.#timing.retryMs, undefined, { signal }).catch(
        () => {},
      );
    }
  }

  async #write(): Promise<boolean> {
    const batch = [...this.#waiting];
    if (batch.length === 0) return true;
    try {
      await this.#store.write(this.#source, batch, true);
      const written = new Set(batch);
      this.#waiting = this.#waiting.filter((candle) => !written.has(candle));
      return true;
    } catch (error) {
      this.#log(`Candles were not written yet: ${error instanceof Error ? error.message : error}`);
      return false;
    }
  }
}
