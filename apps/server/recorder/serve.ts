import type { MessagePort } from 'node:worker_threads';
import type { FeedSink, MarketFeed, PastCandles, VenueBook, VenueTrade } from '../feeds/index.ts';
import { Chain } from './chain.ts';
import { MarketBatch } from './market-batch.ts';
import { type FromRecorder, factsOf, type ToRecorder } from './messages.ts';
import { wordsOf } from './words.ts';

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
  readonly #batch: MarketBatch;

  constructor(options: ServeOptions) {
    const { feed } = options;
    this.#options = options;
    this.#batch = new MarketBatch(feed.primaryVenueId, (books, trades) =>
      this.#post({ type: 'market', books, trades, status: feed.status() }),
    );
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
    this.#batch.book(book);
  }

  trade(trade: VenueTrade): void {
    this.#batch.trade(trade);
  }

  restarted(): void {
    this.#batch.flush();
    this.#post({ type: 'restarted' });
  }

  async #start({ symbols, after, waiting }: Extract<ToRecorder, { type: 'start' }>): Promise<void> {
    const { feed, now } = this.#options;
    this.#chain = new Chain({
      ...{ symbols, after, waiting, now },
      log: (line) => this.#post({ type: 'log', line }),
      onTick: (tick) => {
        // whoever has a tick has the books that it was made of
        this.#batch.flush();
        this.#post({ type: 'tick', tick, status: feed.status() });
      },
    });
    this.#chain.start();
    try {
      await feed.start(this);
      this.#batch.flush();
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
    this.#batch.flush();
    this.#post({ type: 'stopped' });
    this.#options.onStopped();
  }

  #post(message: FromRecorder): void {
    this.#options.port.postMessage(message);
  }
}
