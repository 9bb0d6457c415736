import type { VenueBook, VenueTrade } from '../feeds/index.ts';

/** Collects the data that a feed delivers within one event-loop turn, or while it is held, and sends it together. */
export class MarketBatch {
  readonly #primaryVenueId: number;
  readonly #send: (books: readonly VenueBook[], trades: readonly VenueTrade[]) => void;
  #books: VenueBook[] = [];
  #trades: VenueTrade[] = [];
  #isFlushing = false;
  #isHeld = false;

  /** The primary venue's book is sent in full; the other venues only show their best prices. */
  constructor(
    primaryVenueId: number,
    send: (books: readonly VenueBook[], trades: readonly VenueTrade[]) => void,
  ) {
    this.#primaryVenueId = primaryVenueId;
    this.#send = send;
  }

  book(book: VenueBook): void {
    const isWhole = book.venueId === this.#primaryVenueId;
    this.#books.push(isWhole ? book : { ...book, bids: book.bids.slice(0, 1), asks: book.asks.slice(0, 1) });
    this.#flushSoon();
  }

  trade(trade: VenueTrade): void {
    this.#trades.push(trade);
    this.#flushSoon();
  }

  /** Collects until the next `flush`. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Sends the collected data. */
  flush(): void {
    this.#isFlushing = false;
    this.#isHeld = false;
    const [books, trades] = [this.#books, this.#trades];
    if (books.length === 0 && trades.length === 0) return;
    [this.#books, this.#trades] = [[], []];
    this.#send(books, trades);
  }

  #flushSoon(): void {
    if (this.#isFlushing || this.#isHeld) return;
    this.#isFlushing = true;
    setImmediate(() => this.#isHeld || this.flush());
  }
}
