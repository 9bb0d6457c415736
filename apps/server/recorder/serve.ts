import type { MessagePort } from 'node:worker_threads';
import type { FeedSink, MarketFeed, PastCandles, VenueBook, VenueTrade } from '../feeds/index.ts';
import { Chain } from './chain.ts';
import type { FeedFacts, FromRecorder, ToRecorder } from './messages.ts';

export interface ServeOptions {
  readonly feed: MarketFeed;
  /** The other end is a recorder's link. */
  readonly port: Pick<MessagePort, 'postMessage' | 'on'>;
  readonly now: () => number;
  /** All is stopped. */
  readonly onStopped: () => void;
}

/** Plays the recorder at one end of a port: plays the feed, chains its quotes, and sends both in one ordered stream. */
export function serve(options: ServeOptions): void {
  const server = new RecorderServer(options);
  options.port.on('message', (message: ToRecorder) => server.on(message));
  server.opened();
}

class RecorderServer implements FeedSink {
  readonly #options: ServeOptions;
  #chain: Chain | null = null;
  #past: AsyncIterator<PastCandles> | null = null;
  #books: VenueBook[] = [];
  #trades: VenueTrade[] = [];
  #isFlushing = false;

  constructor(options: ServeOptions) {
    this.#options = options;
  }

  opened(): void {
    const { feed } = this.#options;
    this.#post({ type: 'opened', facts: factsOf(feed), status: feed.status() });
  }

  on(message: ToRecorder): void {
    switch (message.type) {
      case 'past':
        this.#past = this.#options.feed.past(message.sinceMs)[Symbol.asyncIterator]();
        void this.#more();
        return;
      case 'more':
        void this.#more();
        return;
      case 'minutes':
        void this.#minutes();
        return;
      case 'start':
        void this.#start(message);
        return;
      case 'journaled':
        this.#chain?.journaled(message.ticks);
        return;
      case 'stop':
        void this.#stop();
    }
  }

  // ---- from the feed: what comes within one turn is sent together

  book(book: VenueBook): void {
    this.#chain?.book(book);
    const isShown = book.venueId === this.#options.feed.primaryVenueId;
    // of the other venues only the best prices are shown
    this.#books.push(isShown ? book : { ...book, bids: book.bids.slice(0, 1), asks: book.asks.slice(0, 1) });
    this.#flushSoon();
  }

  trade(trade: VenueTrade): void {
    this.#trades.push(trade);
    this.#flushSoon();
  }

  restarted(): void {
    this.#flush();
    this.#post({ type: 'restarted' });
  }

  #flushSoon(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#isFlushing = false;
    const [books, trades] = [this.#books, this.#trades];
    if (books.length === 0 && trades.length === 0) return;
    [this.#books, this.#trades] = [[], []];
    this.#post({ type: 'market', books, trades, status: this.#options.feed.status() });
  }

  async #start({ symbols, after, waiting }: Extract<ToRecorder, { type: 'start' }>): Promise<void> {
    const { feed, now } = this.#options;
    this.#chain = new Chain({
      ...{ symbols, after, waiting, now },
      log: (line) => this.#post({ type: 'log', line }),
      onTick: (tick) => {
        // whoever has a tick has the books that it was made of
        this.#flush();
        this.#post({ type: 'tick', tick, status: feed.status() });
      },
    });
    this.#chain.start();
    try {
      await feed.start(this);
      this.#flush();
      this.#post({ type: 'started', status: feed.status() });
    } catch (error) {
      this.#post({ type: 'failed', code: null, message: wordsOf(error) });
    }
  }

  async #more(): Promise<void> {
    try {
      const next = await this.#past!.next();
      if (next.done === true) this.#post({ type: 'pastEnd', error: null });
      else this.#post({ type: 'pastPiece', piece: next.value });
    } catch (error) {
      this.#post({ type: 'pastEnd', error: wordsOf(error) });
    }
  }

  async #minutes(): Promise<void> {
    this.#post({ type: 'minutes', minutes: await this.#options.feed.openMinutes() });
  }

  async #stop(): Promise<void> {
    this.#chain?.stop();
    await this.#options.feed.stop();
    this.#flush();
    this.#post({ type: 'stopped' });
    this.#options.onStopped();
  }

  #post(message: FromRecorder): void {
    this.#options.port.postMessage(message);
  }
}

function factsOf({ kind, source, symbols, venues, candleFolders, primaryVenueId }: MarketFeed): FeedFacts {
  return { kind, source, symbols, venues, candleFolders, primaryVenueId };
}

/** What an error says, for the other end. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
