import { type IndexTick, type Kline, type PublicTrade, subjects, type Ticker } from '@candor/api';
import type { CommittedBatch } from '@candor/journal';
import type { FeedKind, PerpetualInfo, SymbolInfo } from '@candor/kernel';
import { type Candle, INTERVALS, type Interval } from '@candor/prices';
import type { Bus } from '../../base/bus/index.ts';
import { type CoreLink, indexTickOf, onBatches } from '../../engine/core/index.ts';
import { marketDecimal } from '../../engine/values/index.ts';
import type { FeedSink, FeedStatus, FeedView, VenueBook, VenueTrade } from '../../prices/feeds/index.ts';
import { type Beginning, readBeginnings } from './beginnings.ts';
import { CandleReader } from './candle-reader.ts';
import type { CandleStore } from './candle-store.ts';
import { CandleWriter } from './candle-writer.ts';
import { MAX_INDEX_CANDLES, MAX_INDEX_TICKS } from './index-tape.ts';
import { type MirroredMarket, MirrorFeed } from './mirror-feed.ts';
import type { IndexState, VenueState } from './mirror-messages.ts';
import { indexState, type Market, newMarket } from './one-market.ts';
import { OwnFlow } from './own-flow.ts';
import { ContractTapes, MAX_TRADES } from './perpetual-tapes.ts';
import { toPublicTrade } from './public-values.ts';
import { Publisher } from './publisher.ts';
import { SymbolCandles } from './symbol-candles.ts';

export interface MarketDataOptions {
  readonly store: CandleStore;
  readonly feed: FeedView;
  readonly core: CoreLink;
  readonly bus: Bus;
  readonly now: () => number;
  readonly log: (line: string) => void;
  /** Further sources of the past, behind the feed's own candles. */
  readonly pastSources: readonly string[];
}

/** Candles are published with each index tick, and this often while none is committed. */
const KLINE_EVERY_MS = 1_000;
const TICKER_EVERY_MS = 1_000;
/** The clock closes a candle this long after its end: trades come a little late. */
const LATE_MS = 2_000;

/**
 * The market as the public sees it: the venues' prices, candles and statistics, our own volume, and the index. Takes
 * the feed's data in, keeps candles, and publishes on the bus.
 */
export class MarketData implements FeedSink {
  readonly #options: MarketDataOptions;
  readonly #writer: CandleWriter;
  readonly #candles: CandleReader;
  readonly #own: OwnFlow;
  readonly #markets: ReadonlyMap<string, Market>;
  readonly #bySymbolId: ReadonlyMap<number, Market>;
  readonly #contracts: ContractTapes;
  readonly #publisher: Publisher;
  readonly #mirrors: MirrorFeed;
  readonly #beginnings: ReadonlyMap<string, Beginning>;
  readonly #timers: NodeJS.Timeout[] = [];
  #stopListening: () => void = () => {};

  private constructor(
    options: MarketDataOptions,
    symbols: readonly SymbolInfo[],
    contracts: readonly PerpetualInfo[],
    beginnings: ReadonlyMap<string, Beginning>,
    own: OwnFlow,
    startedMs: number,
  ) {
    this.#options = options;
    this.#writer = new CandleWriter(options.store, options.feed.source, options.log);
    this.#candles = new CandleReader({ ...options, writer: this.#writer, startedMs });
    this.#own = own;
    this.#beginnings = beginnings;
    this.#publisher = new Publisher(options.bus);
    this.#mirrors = new MirrorFeed(options.bus, this.#publisher);
    this.#contracts = new ContractTapes(contracts, symbols, this.#publisher, this.#mirrors);
    const marketOf = (symbol: SymbolInfo) =>
      newMarket(symbol, beginnings.get(symbol.name) ?? null, this.#contracts.on(symbol.name));
    this.#markets = new Map(symbols.map((symbol) => [symbol.name, marketOf(symbol)]));
    this.#bySymbolId = new Map([...this.#markets.values()].map((market) => [market.symbol.symbolId, market]));
  }

  /** Reads the past and begins to keep and to publish; the feed is started by its owner. */
  static async start(options: MarketDataOptions): Promise<MarketData> {
    const { core, feed, store, now, pastSources } = options;
    const { symbols, contracts } = await core.ask('marketSymbols');
    const names = symbols.map((symbol) => symbol.name);
    const startedMs = feed.marketTimeMs();
    const openMinutes = await feed.openMinutes();
    const beginnings = await store.inStart(() =>
      readBeginnings(store, [feed.source, ...pastSources], names, openMinutes, startedMs),
    );
    const own = await OwnFlow.start({ store, symbols: [...symbols, ...contracts], now, log: options.log });
    const market = new MarketData(options, symbols, contracts, beginnings, own, startedMs);
    await market.#begin();
    return market;
  }

  async #begin(): Promise<void> {
    const { core } = this.#options;
    this.#stopListening = onBatches(core, (batch, gap) => {
      this.#onCommitted(batch);
      // a tick carries only the indices that changed
      if (gap) this.#readIndexes().catch((error) => this.#options.log(`The index is not known: ${error}`));
    });
    await this.#readIndexes();
    this.#writer.start();
    this.#mirrors.serve({
      state: () => this.#mirrored(),
      candles: (symbol, interval, endMs, limit) => this.candles(symbol, interval, endMs, limit),
    });
    this.#timers.push(setInterval(() => this.#publishKlines(), KLINE_EVERY_MS));
    this.#timers.push(setInterval(() => this.#publishTickers(), TICKER_EVERY_MS));
  }

  async #readIndexes(): Promise<void> {
    const indexes = await this.#options.core.ask('indexes');
    for (const market of this.#markets.values()) {
      const index = indexes.get(market.symbol.symbolId);
      // a batch that was committed after the query may have brought a newer one
      if (index === undefined || (market.index?.tickNo ?? 0) > index.tickNo) continue;
      market.index = indexState(market.symbol, index);
    }
  }

  /** Stops publishing and writes what is not kept yet. */
  async stop(): Promise<void> {
    this.#stopListening();
    this.#mirrors.stop();
    for (const timer of this.#timers) clearInterval(timer);
    await this.#writer.stop();
    await this.#own.stop();
  }

  // ---- from the feed

  book(book: VenueBook): void {
    this.#markets.get(book.symbol)?.books.set(book.venueId, book);
  }

  trade(trade: VenueTrade): void {
    const market = this.#markets.get(trade.symbol);
    if (market === undefined || trade.venueId !== this.#options.feed.primaryVenueId) return;
    this.#close(market, market.candles.add(trade.marketTimeMs, trade.price, trade.quantity));
    for (const interval of INTERVALS) market.dirty.add(interval);
    const id = `${trade.venueId}-${trade.id}`;
    const shown = { ...trade, id, timeMs: trade.marketTimeMs };
    this.#show(market, toPublicTrade(shown, 'venue', market.decimals));
    this.#contracts.venueTrade(trade.symbol, shown);
  }

  restarted(): void {
    this.#mirrors.tell({ kind: 'restarted' });
    this.#contracts.restarted();
    for (const market of this.#markets.values()) {
      market.candles = new SymbolCandles(this.#beginnings.get(market.symbol.name) ?? null);
      market.trades = market.trades.filter((trade) => trade.source === 'ours');
      market.books.clear();
    }
  }

  // ---- for readers

  /** The 24-hour statistics of every symbol that has a price. */
  tickers(): Ticker[] {
    return [...this.#markets.keys(), ...this.#contracts.names()]
      .map((name) => this.ticker(name))
      .filter((ticker) => ticker !== null);
  }

  /** Null for an unknown symbol and before its first price. */
  ticker(symbol: string): Ticker | null {
    const market = this.#markets.get(this.#contracts.indexOf(symbol) ?? symbol);
    const timeMs = this.#options.feed.marketTimeMs();
    const last = market?.candles.last ?? null;
    if (market === undefined || last === null) return null;
    const day = market.candles.statistics(timeMs);
    const own = this.#own.statistics(symbol);
    const { price, quantity } = market.decimals;
    const top = market.books.get(this.#options.feed.primaryVenueId);
    const [bid, ask] = [top?.bids[0]?.price, top?.asks[0]?.price];
    return {
      symbol,
      t: timeMs,
      last: marketDecimal(last, price),
      open24h: marketDecimal(day?.open ?? last, price),
      high24h: marketDecimal(day?.high24 ?? last, price),
      low24h: marketDecimal(day?.low24 ?? last, price),
      change24h: marketDecimal(day?.change ?? 0n, price),
      changePercent24h: day?.priceChangePercent ?? '0.0000',
      volume24h: marketDecimal(day?.volume ?? 0n, quantity),
      quoteVolume24h: marketDecimal(day?.amount ?? 0n, 2),
      ownVolume24h: marketDecimal(own.volume, quantity),
      ownQuoteVolume24h: marketDecimal(own.quoteVolume, 2),
      bid: bid === undefined ? null : marketDecimal(bid, price),
      ask: ask === undefined ? null : marketDecimal(ask, price),
      index: market.index?.price ?? null,
    };
  }

  /** Candles that open before `endMs`, oldest first, the open one last; at most 1,500. Empty for an unknown symbol. */
  async candles(symbol: string, interval: Interval, endMs: number, limit: number): Promise<Kline[]> {
    const market = this.#markets.get(this.#contracts.indexOf(symbol) ?? symbol);
    return market === undefined ? [] : this.#candles.read(market, interval, endMs, limit);
  }

  /** The latest trades of the primary venue and our own without the house's, newest last. */
  recentTrades(symbol: string, limit: number): PublicTrade[] {
    const trades = this.#contracts.trades(symbol) ?? this.#markets.get(symbol)?.trades ?? [];
    return trades.slice(-limit);
  }

  /** Null for an unknown symbol and before the first index. */
  index(symbol: string): IndexState | null {
    return this.#markets.get(symbol)?.index ?? null;
  }

  /** The latest committed ticks of a symbol's index, oldest first; empty for an unknown symbol. */
  indexTicks(symbol: string, limit: number): readonly IndexTick[] {
    return this.#markets.get(symbol)?.indexTape.ticks(limit) ?? [];
  }

  /** Candles of one second of a symbol's index since the start, oldest first; empty for an unknown symbol. */
  indexCandles(symbol: string, limit: number): readonly Kline[] {
    return this.#markets.get(symbol)?.indexTape.candles(limit) ?? [];
  }

  /** Returns the state and the best prices of a symbol at each venue of the feed. */
  venues(symbol: string): VenueState[] {
    const market = this.#markets.get(symbol);
    if (market === undefined) return [];
    return this.#options.feed.status().venues.map(({ venueId, name, connected }) => {
      const book = market.books.get(venueId);
      const [bid, ask] = [book?.bids[0]?.price, book?.asks[0]?.price];
      return {
        name,
        connected,
        bid: bid === undefined ? null : marketDecimal(bid, market.decimals.price),
        ask: ask === undefined ? null : marketDecimal(ask, market.decimals.price),
        timeMs: book?.timeMs ?? null,
      };
    });
  }

  /** Returns the source of the prices. */
  feedKind(): FeedKind {
    return this.#options.feed.kind;
  }

  feedStatus(): FeedStatus {
    return this.#options.feed.status();
  }

  // ---- inside

  #onCommitted(batch: CommittedBatch): void {
    for (const command of batch.commands) {
      const { stamp, events } = command;
      for (const event of events) {
        if (event.type === 'index') {
          const market = this.#bySymbolId.get(event.symbolId);
          if (market !== undefined) market.index = indexState(market.symbol, event);
        } else if (event.type === 'trade') {
          const market = this.#bySymbolId.get(event.symbolId);
          const trade = this.#own.take(event, stamp.timeMs);
          if (market !== undefined && trade !== null)
            this.#show(market, toPublicTrade(trade, 'ours', market.decimals));
        } else if (event.type === 'perpetualTrade') {
          const { maker, taker } = event;
          const fill = { ...event, makerHouse: maker.house, takerHouse: taker.house };
          const trade = this.#own.take(fill, stamp.timeMs);
          if (trade !== null) this.#contracts.ownTrade(event.symbolId, trade);
        }
      }
      const tick = indexTickOf(command);
      if (tick !== null) {
        this.#showIndexTick(tick.tickNo);
        // In one message with the tick: an idle door wakes once for both.
        this.#publishKlines();
      }
    }
  }

  #show(market: Market, trade: PublicTrade): void {
    market.trades.push(trade);
    if (market.trades.length > 2 * MAX_TRADES) market.trades = market.trades.slice(-MAX_TRADES);
    this.#mirrors.tell({ kind: 'trade', symbol: market.symbol.name, trade });
    this.#publisher.publish(subjects.trade(market.symbol.name), trade);
  }

  /** Publishes only the indices that the tick changed; the others stand where they were, at the same tick. */
  #showIndexTick(tickNo: number): void {
    for (const market of this.#markets.values()) {
      if (market.index === null) continue;
      const { index, symbol } = market;
      const tick = market.indexTape.add(tickNo, index.price);
      if (tick === null) continue;
      this.#mirrors.tell({ kind: 'tick', symbol: symbol.name, tick, index });
      this.#publisher.publish(subjects.index(symbol.name), tick);
    }
  }

  /** Says a candle of a symbol, and of the contracts on it. */
  #publishCandle({ klines }: Market, interval: Interval, candle: Candle, closed: boolean): void {
    this.#publisher.publishCandle({ market: klines, interval, candle, closed });
  }

  #close(market: Market, closed: ReturnType<SymbolCandles['add']>): void {
    for (const { interval, candle } of closed) {
      this.#writer.put({ symbol: market.symbol.name, interval, candle });
      this.#publishCandle(market, interval, candle, true);
      market.dirty.add(interval);
    }
  }

  #publishKlines(): void {
    const closedByMs = this.#options.feed.marketTimeMs() - LATE_MS;
    for (const market of this.#markets.values()) {
      this.#close(market, market.candles.advance(closedByMs));
      for (const interval of market.dirty) {
        const current = market.candles.current(interval);
        if (current === null) continue;
        this.#publishCandle(market, interval, current, false);
      }
      market.dirty.clear();
    }
  }

  #publishTickers(): void {
    const changed: Ticker[] = [];
    for (const [name, market] of this.#markets) {
      const ticker = this.ticker(name);
      if (ticker === null) continue;
      const shown = JSON.stringify({ ...ticker, t: 0 });
      if (shown === market.shown) continue;
      market.shown = shown;
      changed.push(ticker);
      for (const contract of this.#contracts.on(name)) {
        const own = this.ticker(contract);
        if (own !== null) changed.push(own);
      }
    }
    this.#mirrors.tell({ kind: 'feed', status: this.feedStatus(), venues: this.#allVenues() });
    if (changed.length === 0) return;
    this.#mirrors.tell({ kind: 'tickers', tickers: changed });
    for (const ticker of changed) this.#publisher.publish(subjects.ticker(ticker.symbol), ticker);
  }

  #allVenues(): ReadonlyMap<string, readonly VenueState[]> {
    return new Map([...this.#markets.keys()].map((name) => [name, this.venues(name)]));
  }

  #mirrored(): ReturnType<MirroredMarket['state']> {
    const names = [...this.#markets.keys()];
    return {
      tickers: this.tickers(),
      trades: new Map(
        [...names, ...this.#contracts.names()].map((name) => [name, this.recentTrades(name, MAX_TRADES)]),
      ),
      indices: new Map(
        names.map((name) => [
          name,
          {
            index: this.index(name),
            ticks: this.indexTicks(name, MAX_INDEX_TICKS),
            candles: this.indexCandles(name, MAX_INDEX_CANDLES),
          },
        ]),
      ),
      status: this.feedStatus(),
      venues: this.#allVenues(),
    };
  }
}
