import { hash } from 'node:crypto';
import { INDEX_GRID_MS, tickBytes } from '@candor/prices';
import type { VenueBook } from '../feeds/index.ts';
import { type ChainEnd, type ChainedTick, endOf, type RecordedSymbol } from './messages.ts';
import { VenueQuotes } from './venue-quotes.ts';

/** Numbers that ran ahead of the clock leave one place in so many out. */
const CATCH_UP = 4;
/**
 * Ticks that wait for the journal at most: ten minutes of them. Past it no tick is made until some are journaled, as if
 * the recorder stood still; none that was made is ever dropped.
 */
export const MOST_WAITING = 2_400;

export interface ChainOptions {
  readonly symbols: readonly RecordedSymbol[];
  readonly after: ChainEnd;
  /** Ticks that were made before and are not journaled yet. */
  readonly waiting: number;
  readonly now: () => number;
  readonly log: (line: string) => void;
  /** Takes each tick, in order. */
  readonly onTick: (tick: ChainedTick) => void;
}

/**
 * Makes the numbered ticks of the index: every 250 ms one, with the venues' raw quotes that changed or would go stale,
 * and the time at which it was made, which never goes back.
 */
export class Chain {
  readonly #options: ChainOptions;
  readonly #quotes: VenueQuotes;
  #end: ChainEnd;
  #waiting: number;
  #stoodStill = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: ChainOptions) {
    this.#options = options;
    this.#quotes = new VenueQuotes(options.symbols);
    this.#end = options.after;
    this.#waiting = options.waiting;
  }

  start(): void {
    const waitMs = INDEX_GRID_MS - (this.#options.now() % INDEX_GRID_MS);
    this.#timer = setTimeout(() => {
      this.start();
      this.#tick();
    }, waitMs);
  }

  /** Makes no more ticks. */
  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** Returns the last tick that was made, or the start of the chain. */
  get end(): ChainEnd {
    return this.#end;
  }

  setSymbols(symbols: readonly RecordedSymbol[]): void {
    this.#quotes.setSymbols(symbols);
  }

  /** Sets the number of ticks that are made and not journaled. */
  setWaiting(ticks: number): void {
    this.#waiting = ticks;
    this.#goOnIfThereIsRoom();
  }

  /** Continues after another end of the chain. All quotes become due, as if none had been sent. */
  goOnAfter(end: ChainEnd): void {
    this.#end = end;
    this.#quotes.forgetSaid();
    this.setWaiting(0);
  }

  /** Takes a venue's book. */
  book(book: VenueBook): void {
    this.#quotes.take(book);
  }

  /** Notes that `ticks` more ticks are in the journal. */
  journaled(ticks: number): void {
    this.#waiting = Math.max(0, this.#waiting - ticks);
    this.#goOnIfThereIsRoom();
  }

  #goOnIfThereIsRoom(): void {
    if (!this.#stoodStill || this.#waiting >= MOST_WAITING) return;
    this.#stoodStill = false;
    this.#options.log('The recorder makes index ticks again');
  }

  #tick(): void {
    const { tickNo: lastTickNo, chainedMs: lastMs, recordNo, hash: previousHash } = this.#end;
    const chainedMs = Math.max(this.#options.now(), lastMs);
    const place = Math.floor(chainedMs / INDEX_GRID_MS);
    // A timer may fire a little early, in the place that has had its tick.
    if (place === lastTickNo || this.#isFull()) return;
    // Numbers ahead of the places leave one in four out until they are back: second contracts go by places.
    if (place < lastTickNo && place % CATCH_UP === 0) return;
    const tick = { tickNo: Math.max(place, lastTickNo + 1), chainedMs, quotes: this.#quotes.takeDue() };
    const at = { no: recordNo + 1, previousHash };
    // Node's SHA-256 takes a fraction of the kernel's own, which checks it
    const record = { ...at, hash: hash('sha256', tickBytes({ ...at, ...tick })) };
    this.#end = endOf({ type: 'indexTick', ...tick, record });
    this.#waiting += 1;
    this.#options.onTick({ type: 'indexTick', ...tick, record });
  }

  #isFull(): boolean {
    if (this.#waiting < MOST_WAITING) return false;
    if (!this.#stoodStill) {
      this.#stoodStill = true;
      this.#options.log(
        `${this.#waiting} index ticks wait for the journal: the recorder makes no more until some are journaled`,
      );
    }
    return true;
  }
}
