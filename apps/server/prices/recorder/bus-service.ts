import { randomUUID } from 'node:crypto';
import type { Bus } from '../../base/bus/index.ts';
import type { FeedSink, MarketFeed, PastCandles, VenueBook, VenueTrade } from '../feeds/index.ts';
import { MarketBatch } from './market-batch.ts';
import { type ChainedTick, factsOf } from './messages.ts';
import type { OpenMinutes } from './open-minutes.ts';
import { packBooks } from './packed-books.ts';
import {
  type Minutes,
  type PastPiece,
  type RecorderHead,
  type StreamBody,
  type StreamMessage,
  SUBJECTS,
} from './stream.ts';

const ALIVE_MS = 1_000;
/** The maximum number of concurrent readers of past candles; a new one replaces the oldest. */
const MOST_READERS = 8;

/** The recorder's service on the bus: publishes the feed's data and the ticks, and answers requests. */
export class BusService implements FeedSink {
  readonly #feed: MarketFeed;
  readonly #bus: Bus;
  readonly #speed: number;
  /** Null before the feed plays. */
  readonly #minutes: () => OpenMinutes | null;
  readonly #run = randomUUID();
  readonly #batch: MarketBatch;
  readonly #pasts = new Map<number, AsyncIterator<PastCandles>>();
  readonly #ends: (() => void)[];
  readonly #timer: NodeJS.Timeout;
  #lastPast = 0;
  /** The number of the last message. */
  #no = 0;

  constructor(feed: MarketFeed, bus: Bus, speed: number, minutes: () => OpenMinutes | null) {
    this.#feed = feed;
    this.#bus = bus;
    this.#speed = speed;
    this.#minutes = minutes;
    this.#batch = new MarketBatch(feed.primaryVenueId, (books, trades) =>
      this.#publish({ type: 'market', books: packBooks(books), trades }),
    );
    this.#ends = [
      bus.respond(SUBJECTS.head, () => this.#head()),
      bus.respond(SUBJECTS.past, (sinceMs) => this.#past(sinceMs as number | null)),
      bus.respond(SUBJECTS.more, (id) => this.#more(id as number)),
      bus.respond(SUBJECTS.minutes, () => this.#openMinutes()),
    ];
    this.#timer = setInterval(() => this.#publish({ type: 'alive' }), ALIVE_MS);
  }

  book(book: VenueBook): void {
    this.#batch.book(book);
  }

  trade(trade: VenueTrade): void {
    this.#batch.trade(trade);
  }

  restarted(): void {
    this.#batch.flush();
    this.#publish({ type: 'restarted' });
  }

  /**
   * A tick is made from the books so far, and is published when it is synced. Until then, and at most until the next
   * one, market data waits for it, so that readers wake once for both.
   */
  tickMade(): void {
    this.#batch.flush();
    this.#batch.hold();
  }

  tick(tick: ChainedTick): void {
    this.#batch.flush();
    this.#publish({ type: 'tick', tick });
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#batch.flush();
    for (const end of this.#ends) end();
  }

  #head(): RecorderHead {
    const feed = this.#feed;
    return { run: this.#run, facts: factsOf(feed), status: feed.status(), speed: this.#speed };
  }

  #past(sinceMs: number | null): number {
    this.#lastPast += 1;
    this.#pasts.set(this.#lastPast, this.#feed.past(sinceMs)[Symbol.asyncIterator]());
    const [oldest] = this.#pasts.keys();
    if (this.#pasts.size > MOST_READERS && oldest !== undefined) this.#pasts.delete(oldest);
    return this.#lastPast;
  }

  async #more(id: number): Promise<PastPiece> {
    const past = this.#pasts.get(id);
    if (past === undefined) throw new Error('this past is not read any more');
    const next = await past.next();
    if (next.done !== true) return { piece: next.value };
    this.#pasts.delete(id);
    return { piece: null };
  }

  async #openMinutes(): Promise<Minutes> {
    const minutes = this.#minutes();
    if (minutes === null) return { no: this.#no, minutes: await this.#feed.openMinutes() };
    this.#batch.flush();
    return { no: this.#no, minutes: minutes.at(this.#feed.marketTimeMs()) };
  }

  #publish(body: StreamBody): void {
    this.#no += 1;
    const message = { ...body, run: this.#run, no: this.#no, status: this.#feed.status() };
    this.#bus.publish(SUBJECTS.stream, message satisfies StreamMessage);
  }
}
