import { setTimeout as sleep } from 'node:timers/promises';
import { type Candle, type Interval, intervalMs, MARKET_SCALE } from '@candor/prices';
import type { FeedPhase, FeedSink, MarketFeed, PastCandles, VenueLevel } from '../types.ts';
import { openClient, type Pair, pairOf, type Quote, type Row, unitsOf, type VenueClient } from './client.ts';
import { type LiveVenue, liveVenues } from './venues.ts';

export interface LiveOptions {
  /** Names of venues as ccxt has them; the first is the one whose books, trades and candles are shown. */
  readonly venues: readonly string[];
  /** Such as BTCUSDT; a venue that does not list one is left out of it. */
  readonly symbols: readonly string[];
  readonly now: () => number;
  readonly log: (line: string) => void;
  /** Opens the client of a venue. */
  readonly open?: (id: string) => Promise<VenueClient>;
  readonly timing?: Partial<LiveTiming>;
}

export interface LiveTiming {
  readonly quotesMs: number;
  readonly booksMs: number;
  readonly tradesMs: number;
  /** After a failure; doubled up to `longestRetryMs`. */
  readonly retryMs: number;
  readonly longestRetryMs: number;
  /** A venue that answered nothing for this long counts as gone. */
  readonly goneMs: number;
}

const TIMING: LiveTiming = {
  quotesMs: 1_000,
  booksMs: 1_000,
  tradesMs: 2_000,
  retryMs: 3_000,
  longestRetryMs: 30_000,
  goneMs: 10_000,
};

const BOOK_LEVELS = 20;
const TRADES_LIMIT = 100;
const PAST_ROWS = 1_000;
const PAST: readonly Interval[] = ['1d', '1h', '1m'];
const REMEMBERED_TRADES = 1_000;

interface Connection {
  readonly venue: LiveVenue;
  client: VenueClient | null;
  /** The opening under way, which all tasks of the venue share. */
  opening: Promise<VenueClient> | null;
  answeredMs: number;
}

/**
 * The market of real venues, asked over their public HTTP interfaces. Every venue gives its best prices for the
 * index; the first also its books, trades and candles. A venue that does not answer is asked again, later and later;
 * its last prices go stale by themselves, since each carries the time of its question.
 */
export function createLive(options: LiveOptions): MarketFeed {
  return new LiveFeed(options);
}

class LiveFeed implements MarketFeed {
  readonly kind = 'live';
  readonly source: string;
  readonly symbols: readonly string[];
  readonly venues: readonly LiveVenue[];
  readonly candleFolders = [];
  readonly primaryVenueId: number;
  readonly #options: LiveOptions;
  readonly #timing: LiveTiming;
  readonly #connections: readonly Connection[];
  readonly #stopping = new AbortController();
  #minutes: ReadonlyMap<string, Candle> = new Map();
  readonly #tradesSeen = new Map<string, Set<string>>();
  #running: Promise<unknown> = Promise.resolve();
  #started = false;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#timing = { ...TIMING, ...options.timing };
    this.venues = liveVenues(options.venues);
    const [first] = this.venues;
    this.primaryVenueId = first!.venueId;
    this.source = `live:${first!.id}`;
    this.symbols = options.symbols;
    this.#connections = this.venues.map((venue) => ({ venue, client: null, opening: null, answeredMs: 0 }));
  }

  async start(sink: FeedSink): Promise<void> {
    this.#started = true;
    this.#running = Promise.all(this.#connections.map((connection) => this.#keepUp(connection, sink)));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await Promise.all(this.#connections.map(({ client }) => client?.close()));
  }

  marketTimeMs(): number {
    return this.#options.now();
  }

  status(): ReturnType<MarketFeed['status']> {
    const venues = this.#connections.map((connection) => ({
      venueId: connection.venue.venueId,
      name: connection.venue.name,
      connected: this.#isThere(connection),
    }));
    const there = venues.filter(({ connected }) => connected).length;
    return {
      kind: 'live',
      phase: this.#phase(venues[0]?.connected === true),
      note: `Live prices: ${there} of ${venues.length} venues answer.`,
      marketTimeMs: this.#options.now(),
      round: 1,
      venues,
    };
  }

  async *past(sinceMs: number | null): AsyncGenerator<PastCandles> {
    const [primary] = this.#connections;
    const nowMs = this.#options.now();
    const minutes = new Map<string, Candle>();
    this.#minutes = minutes;
    try {
      const client = await this.#clientOf(primary!);
      const minutesOnly = sinceMs !== null && nowMs - sinceMs < PAST_ROWS * intervalMs('1m');
      for (const interval of minutesOnly ? (['1m'] as const) : PAST) {
        for (const symbol of this.#listed(client)) {
          const rows = await client.fetchOHLCV(pairOf(symbol), interval, undefined, PAST_ROWS);
          const candles = rows.map(toCandle).filter((candle) => candle !== null);
          const closed = candles.filter(({ openMs }) => openMs + intervalMs(interval) <= nowMs);
          const open = candles.at(-1);
          if (interval === '1m' && open !== undefined && !closed.includes(open)) minutes.set(symbol, open);
          if (closed.length > 0) yield { symbol, interval, candles: closed };
        }
      }
    } catch (error) {
      this.#options.log(`The past of the live market is not known yet: ${wordsOf(error)}`);
    }
  }

  openMinutes(): ReadonlyMap<string, Candle> {
    return this.#minutes;
  }

  #phase(primaryThere: boolean): FeedPhase {
    if (this.#stopping.signal.aborted) return 'stopped';
    if (primaryThere) return 'running';
    const everThere = this.#connections[0]!.answeredMs > 0;
    return this.#started && everThere ? 'stalled' : 'starting';
  }

  #isThere({ answeredMs }: Connection): boolean {
    return answeredMs > 0 && this.#options.now() - answeredMs <= this.#timing.goneMs;
  }

  /** All of a venue's tasks, each on its own beat, so that one that fails does not stop the others. */
  async #keepUp(connection: Connection, sink: FeedSink): Promise<void> {
    const { quotesMs, booksMs, tradesMs } = this.#timing;
    if (connection.venue.venueId !== this.primaryVenueId) {
      await this.#repeat(connection, quotesMs, (client) => this.#quotes(connection, client, sink));
      return;
    }
    await Promise.all([
      this.#repeat(connection, booksMs, (client) => this.#books(connection, client, sink)),
      this.#repeat(connection, tradesMs, (client) => this.#trades(connection, client, sink)),
    ]);
  }

  async #repeat(
    connection: Connection,
    everyMs: number,
    task: (client: VenueClient) => Promise<void>,
  ): Promise<void> {
    const { signal } = this.#stopping;
    let retryMs = this.#timing.retryMs;
    let failing = false;
    while (!signal.aborted) {
      let pauseMs = everyMs;
      try {
        await task(await this.#clientOf(connection));
        retryMs = this.#timing.retryMs;
        if (failing) this.#options.log(`${connection.venue.name} answers again`);
        failing = false;
      } catch (error) {
        if (signal.aborted) return;
        if (!failing) this.#options.log(`${connection.venue.name} does not answer: ${wordsOf(error)}`);
        failing = true;
        pauseMs = retryMs;
        retryMs = Math.min(retryMs * 2, this.#timing.longestRetryMs);
      }
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  }

  #clientOf(connection: Connection): Promise<VenueClient> {
    if (connection.client?.markets !== undefined) return Promise.resolve(connection.client);
    connection.opening ??= this.#open(connection).finally(() => {
      connection.opening = null;
    });
    return connection.opening;
  }

  async #open(connection: Connection): Promise<VenueClient> {
    connection.client ??= await (this.#options.open ?? openClient)(connection.venue.id);
    // Without `true` ccxt answers a failed loading with the same failure for ever.
    await connection.client.loadMarkets(true);
    return connection.client;
  }

  #listed(client: VenueClient): string[] {
    return this.symbols.filter((symbol) => client.markets?.[pairOf(symbol)] !== undefined);
  }

  async #quotes(connection: Connection, client: VenueClient, sink: FeedSink): Promise<void> {
    const listed = this.#listed(client);
    const pairs = listed.map(pairOf);
    const askedMs = this.#options.now();
    const quotes =
      client.has.fetchBidsAsks === true
        ? await client.fetchBidsAsks(pairs)
        : await client.fetchTickers(pairs);
    connection.answeredMs = this.#options.now();
    const { venueId } = connection.venue;
    for (const symbol of listed) {
      const top = topOf(quotes[pairOf(symbol)]);
      if (top !== null) sink.book({ venueId, symbol, timeMs: askedMs, ...top });
    }
  }

  async #books(connection: Connection, client: VenueClient, sink: FeedSink): Promise<void> {
    const { venueId } = connection.venue;
    const ask = async (symbol: string) => {
      const askedMs = this.#options.now();
      const book = await client.fetchOrderBook(pairOf(symbol), BOOK_LEVELS);
      connection.answeredMs = this.#options.now();
      const [bids, asks] = [levelsOf(book.bids), levelsOf(book.asks)];
      if (bids.length > 0 && asks.length > 0) sink.book({ venueId, symbol, timeMs: askedMs, bids, asks });
    };
    await Promise.all(this.#listed(client).map(ask));
  }

  async #trades(connection: Connection, client: VenueClient, sink: FeedSink): Promise<void> {
    const { venueId } = connection.venue;
    const ask = async (symbol: string) => {
      const trades = await client.fetchTrades(pairOf(symbol), undefined, TRADES_LIMIT);
      connection.answeredMs = this.#options.now();
      const seen = this.#tradesSeen.get(symbol) ?? new Set();
      const first = !this.#tradesSeen.has(symbol);
      this.#tradesSeen.set(symbol, seen);
      for (const { id, timestamp, price, amount, side } of trades) {
        const [units, quantity] = [unitsOf(price), unitsOf(amount)];
        if (id === undefined || timestamp === undefined || units === null || quantity === null) continue;
        if (seen.has(id)) continue;
        seen.add(id);
        // Trades before the first answer are in the venue's candles already.
        if (first) continue;
        const takerSide = side === 'sell' ? 'sell' : 'buy';
        sink.trade({ venueId, symbol, id, price: units, quantity, takerSide, marketTimeMs: timestamp });
      }
      forget(seen);
    };
    await Promise.all(this.#listed(client).map(ask));
  }
}

function topOf(quote: Quote | undefined): { bids: VenueLevel[]; asks: VenueLevel[] } | null {
  const [bid, ask] = [unitsOf(quote?.bid), unitsOf(quote?.ask)];
  if (bid === null || ask === null) return null;
  return {
    bids: [{ price: bid, quantity: unitsOf(quote?.bidVolume) ?? 0n }],
    asks: [{ price: ask, quantity: unitsOf(quote?.askVolume) ?? 0n }],
  };
}

function levelsOf(pairs: readonly Pair[]): VenueLevel[] {
  const levels: VenueLevel[] = [];
  for (const [price, quantity] of pairs) {
    const [units, amount] = [unitsOf(price), unitsOf(quantity)];
    if (units !== null && amount !== null) levels.push({ price: units, quantity: amount });
  }
  return levels;
}

/** The quote volume is an estimate: venues do not give it here. */
function toCandle([openMs, ...values]: Row): Candle | null {
  const [open, high, low, close] = values.slice(0, 4).map(unitsOf);
  if (open == null || high == null || low == null || close == null) return null;
  const volume = unitsOf(values[4]) ?? 0n;
  const mean = (open + high + low + close) / 4n;
  return {
    openMs,
    open,
    high,
    low,
    close,
    volume,
    quoteVolume: (mean * volume) / 10n ** BigInt(MARKET_SCALE),
  };
}

function forget(seen: Set<string>): void {
  for (const id of seen) {
    if (seen.size <= REMEMBERED_TRADES) return;
    seen.delete(id);
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 200) : String(error);
}
