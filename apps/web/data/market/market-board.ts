import {
  ALL_DETAIL_CHANNEL,
  type AllDetailMessage,
  type ContractMessage,
  type ContractState,
  type DepthSnapshotMessage,
  type DepthUpdateMessage,
  type DetailMessage,
  INTERVALS,
  type IndexMessage,
  type IndexTick,
  type Interval,
  type Kline,
  type KlineMessage,
  type MarketStates,
  type PublicTrade,
  parseChannel,
  STATES_CHANNEL,
  type StatesMessage,
  type Ticker,
  type TradeMessage,
} from '@candor/api';
import { mergeCandle } from './candles.ts';
import { createDepthBook, type Depth, type DepthBook } from './depth-book.ts';
import { createFrameBatch, createKeyedStore, type KeyedStore, type RequestFrame } from './keyed-store.ts';
import { withLastPrice, withTrade } from './live-price.ts';

/** Public trades kept of one symbol. */
export const MAX_TRADES = 100;

/** Live index ticks kept of one symbol: a minute. */
const MAX_INDEX_TICKS = 240;

/** The newest values of the public channels, by symbol unless a line names another key. */
export interface MarketStores {
  readonly tickers: KeyedStore<Ticker>;
  /** The statistics of all symbols by name, as they last came together, under ALL_DETAIL_CHANNEL. */
  readonly allTickers: KeyedStore<ReadonlyMap<string, Ticker>>;
  readonly depths: KeyedStore<Depth>;
  /** Newest first, at most MAX_TRADES. */
  readonly trades: KeyedStore<readonly PublicTrade[]>;
  /** The newest candles that came live, oldest first, by `candleKey`. */
  readonly candles: KeyedStore<readonly Kline[]>;
  /** Mark, index, funding and open interest of contracts. */
  readonly contracts: KeyedStore<ContractState>;
  /** Present halts, under STATES_CHANNEL; known while the feed is open. */
  readonly states: KeyedStore<MarketStates>;
  /** The newest index ticks that came live, oldest first. */
  readonly indexTicks: KeyedStore<readonly IndexTick[]>;
}

type MarketMessage =
  | DepthSnapshotMessage
  | DepthUpdateMessage
  | TradeMessage
  | KlineMessage
  | DetailMessage
  | AllDetailMessage
  | ContractMessage
  | IndexMessage
  | StatesMessage;

/** A refusal of a channel names it too, and carries no data. */
export function isMarketMessage(message: unknown): message is MarketMessage {
  if (typeof message !== 'object' || message === null || !('ch' in message)) return false;
  return typeof message.ch === 'string' && !('type' in message && message.type === 'error');
}

/** The key of one chart in `MarketStores.candles`. */
export function candleKey(symbol: string, interval: Interval): string {
  return `${symbol}:${interval}`;
}

function createMarketStores(requestFrame: RequestFrame): MarketStores {
  const batch = createFrameBatch(requestFrame);
  return {
    tickers: createKeyedStore(batch),
    allTickers: createKeyedStore(batch),
    depths: createKeyedStore(batch),
    trades: createKeyedStore(batch),
    candles: createKeyedStore(batch),
    contracts: createKeyedStore(batch),
    states: createKeyedStore(batch),
    indexTicks: createKeyedStore(batch),
  };
}

/**
 * The public channels' data as it arrives, and the stores that show it once a frame. While a tape is watched, its newest
 * venue trade is the last price of all that is shown of its symbol.
 */
export class MarketBoard {
  readonly stores: MarketStores;
  readonly #resubscribe: (channel: string) => void;
  readonly #books = new Map<string, DepthBook>();
  readonly #tapes = new Map<string, readonly PublicTrade[]>();
  readonly #charts = new Map<string, readonly Kline[]>();
  /** Statistics as the server last sent them, without what trades changed since. */
  readonly #sentTickers = new Map<string, Ticker>();
  /** The newest venue trade of each tape that is watched: the last price of everything that is shown. */
  readonly #lastTrades = new Map<string, PublicTrade>();
  readonly #watchedIndices = new Map<string, number>();
  readonly #watchedTapes = new Map<string, number>();
  readonly #indexTapes = new Map<string, readonly IndexTick[]>();

  /** `resubscribe` asks for the snapshot of a channel again. */
  constructor(requestFrame: RequestFrame, resubscribe: (channel: string) => void) {
    this.stores = createMarketStores(requestFrame);
    this.#resubscribe = resubscribe;
  }

  receive(message: MarketMessage): void {
    const channel = parseChannel(message.ch);
    if (channel === null) return;
    switch (channel.kind) {
      case 'states': {
        const next = (message as StatesMessage).data;
        this.stores.states.set(STATES_CHANNEL, () => next);
        break;
      }
      case 'all-detail': {
        const bySymbol = new Map((message as AllDetailMessage).data.map((ticker) => [ticker.symbol, ticker]));
        this.stores.allTickers.set(ALL_DETAIL_CHANNEL, () => bySymbol);
        break;
      }
      case 'kline':
        this.#showCandle(candleKey(channel.symbol, channel.interval), (message as KlineMessage).data);
        this.#moveCandle(channel.symbol, channel.interval);
        break;
      case 'depth':
        this.#receiveDepth(channel.symbol, message as DepthSnapshotMessage | DepthUpdateMessage);
        break;
      case 'trade':
        this.#receiveTrades(channel.symbol, (message as TradeMessage).data);
        break;
      case 'index':
        this.#receiveIndex(channel.symbol, (message as IndexMessage).data);
        break;
      case 'contract': {
        const state = (message as ContractMessage).data;
        this.stores.contracts.set(channel.symbol, () => state);
        break;
      }
      case 'detail':
        this.#sentTickers.set(channel.symbol, (message as DetailMessage).data);
        this.#showTicker(channel.symbol);
    }
  }

  /** Forgets what a channel sent: whoever watches it again sees nothing before its present state comes. */
  forget(name: string): void {
    const channel = parseChannel(name);
    if (channel === null) return;
    const nothing = () => undefined;
    switch (channel.kind) {
      case 'states':
        this.stores.states.set(STATES_CHANNEL, nothing);
        break;
      case 'all-detail':
        this.stores.allTickers.set(ALL_DETAIL_CHANNEL, nothing);
        break;
      case 'kline': {
        const key = candleKey(channel.symbol, channel.interval);
        this.#charts.delete(key);
        this.stores.candles.set(key, nothing);
        break;
      }
      case 'depth':
        this.#books.delete(channel.symbol);
        this.stores.depths.set(channel.symbol, nothing);
        break;
      case 'trade':
        this.#tapes.delete(channel.symbol);
        this.stores.trades.set(channel.symbol, nothing);
        break;
      case 'index':
        this.#indexTapes.delete(channel.symbol);
        this.stores.indexTicks.set(channel.symbol, nothing);
        break;
      case 'contract':
        this.stores.contracts.set(channel.symbol, nothing);
        break;
      case 'detail':
        this.#sentTickers.delete(channel.symbol);
        this.#showTicker(channel.symbol);
    }
  }

  /** Forgets the trades and index ticks that moved other figures, because later ones may have been missed. */
  miss(): void {
    this.#lastTrades.clear();
    this.#indexTapes.clear();
  }

  /** Lets the symbol's trades move its last price until the returned function is called. */
  countTape(symbol: string): () => void {
    this.#watchedTapes.set(symbol, (this.#watchedTapes.get(symbol) ?? 0) + 1);
    return () => {
      const left = (this.#watchedTapes.get(symbol) ?? 1) - 1;
      if (left > 0) this.#watchedTapes.set(symbol, left);
      else {
        this.#watchedTapes.delete(symbol);
        // without its tape the last trade ages
        this.#lastTrades.delete(symbol);
      }
    };
  }

  /** Keeps the symbol's index ticks until the returned function is called. */
  countIndex(symbol: string): () => void {
    this.#watchedIndices.set(symbol, (this.#watchedIndices.get(symbol) ?? 0) + 1);
    return () => {
      const left = (this.#watchedIndices.get(symbol) ?? 1) - 1;
      this.#watchedIndices.set(symbol, left);
      // nobody keeps it current any more
      if (left === 0) this.#indexTapes.delete(symbol);
    };
  }

  #receiveDepth(symbol: string, message: DepthSnapshotMessage | DepthUpdateMessage): void {
    const book = this.#books.get(symbol) ?? createDepthBook();
    this.#books.set(symbol, book);
    const result = book.apply(message);
    if (result === 'gap') this.#resubscribe(message.ch);
    if (result !== 'ignored') this.stores.depths.set(symbol, () => book.read() ?? undefined);
  }

  #receiveTrades(symbol: string, arrived: readonly PublicTrade[]): void {
    const tape = addTrades(this.#tapes.get(symbol) ?? [], arrived);
    this.#tapes.set(symbol, tape);
    this.stores.trades.set(symbol, () => tape);
    this.#showLastTrade(symbol, arrived);
  }

  #receiveIndex(symbol: string, ticks: readonly IndexTick[]): void {
    const known = this.#indexTapes.get(symbol) ?? [];
    const after = known.at(-1)?.n ?? -1;
    const fresh = ticks.filter(({ n }) => n > after);
    const tape = [...known, ...fresh].slice(-MAX_INDEX_TICKS);
    this.#indexTapes.set(symbol, tape);
    this.stores.indexTicks.set(symbol, () => tape);
    this.#showTicker(symbol);
  }

  #showCandle(key: string, candle: Kline): void {
    const bars = mergeCandle(this.#charts.get(key) ?? [], candle);
    this.#charts.set(key, bars);
    this.stores.candles.set(key, () => this.#charts.get(key));
  }

  #showTicker(symbol: string): void {
    this.stores.tickers.set(symbol, () => {
      const sent = this.#sentTickers.get(symbol);
      const trade = this.#lastTrades.get(symbol);
      const tick = this.#indexTapes.get(symbol)?.at(-1);
      if (sent === undefined) return undefined;
      const priced = trade === undefined ? sent : withLastPrice(sent, trade.price);
      return tick === undefined || tick.p === priced.index ? priced : { ...priced, index: tick.p };
    });
  }

  /** Puts the last trade into the newest candle of a chart that is shown. */
  #moveCandle(symbol: string, interval: Interval): void {
    const key = candleKey(symbol, interval);
    const newest = this.#charts.get(key)?.at(-1);
    const trade = this.#lastTrades.get(symbol);
    if (newest === undefined || trade === undefined) return;
    const moved = withTrade(newest, interval, trade);
    if (moved !== null) this.#showCandle(key, moved);
  }

  /** One trade moves header, title and chart in the frame in which the tape shows it. */
  #showLastTrade(symbol: string, arrived: readonly PublicTrade[]): void {
    const trade = arrived.findLast(({ source }) => source === 'venue');
    if (trade === undefined || !this.#watchedTapes.has(symbol)) return;
    this.#lastTrades.set(symbol, trade);
    this.#showTicker(symbol);
    for (const interval of INTERVALS) this.#moveCandle(symbol, interval);
  }
}

/** Puts newly arrived trades (newest last) before those shown (newest first); one that is there already stays once. */
export function addTrades(
  shown: readonly PublicTrade[],
  arrived: readonly PublicTrade[],
): readonly PublicTrade[] {
  const fresh = new Set(arrived.map((trade) => trade.id));
  const kept = shown.filter((trade) => !fresh.has(trade.id));
  return [...arrived.toReversed(), ...kept].slice(0, MAX_TRADES);
}
