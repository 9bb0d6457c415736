import {
  ALL_DETAIL_CHANNEL,
  type AllDetailMessage,
  type ContractMessage,
  type ContractState,
  channels,
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
  STALE_MS,
  STATES_CHANNEL,
  type StatesMessage,
  type Ticker,
  type TradeMessage,
} from '@candor/api';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { mergeCandle } from './candles.ts';
import { createDepthBook, type Depth, type DepthBook } from './depth-book.ts';
import { createFrameBatch, createKeyedStore, type KeyedStore, type RequestFrame } from './keyed-store.ts';
import { withLastPrice, withTrade } from './live-price.ts';
import type { SocketFactory, SocketState } from './live-socket.ts';
import { createPublicFeed } from './public-feed.ts';

/** Public trades kept of one symbol. */
export const MAX_TRADES = 100;

/** Live index ticks kept of one symbol: a minute. */
export const MAX_INDEX_TICKS = 240;

/** State of the feed: how far the prices on the page can be trusted to be current. */
export type FeedState = 'connecting' | 'live' | 'stale' | 'offline';

export interface FeedStatus {
  readonly state: FeedState;
  /** The prices shown may be of before a break: from its beginning until a heartbeat says that the market is current. */
  readonly isOld: boolean;
  /** The last measured round trip in milliseconds; null before the first. */
  readonly roundTripMs: number | null;
}

export interface MarketData {
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
  readonly status: StoreApi<FeedStatus>;
  /** Each keeps its data coming until the returned function is called. */
  watchTicker(symbol: string): () => void;
  watchAllTickers(): () => void;
  watchDepth(symbol: string): () => void;
  watchTrades(symbol: string): () => void;
  watchPerpetual(symbol: string): () => void;
  /** `onMissed` as of `watchCandles`. While it is watched its newest tick is the index of the symbol's ticker. */
  watchIndex(symbol: string, onMissed?: () => void): () => void;
  /** `onMissed` is called when the socket is back after a break: candles may be missing since. */
  watchCandles(symbol: string, interval: Interval, onMissed?: () => void): () => void;
  /** Connects, so that `status` and `states` are kept even where nothing else is watched. */
  open(): void;
  /** Shows at once that the device lost its network; the next heartbeat says when it is back. */
  lose(): void;
  /** Connects again at once, as when the device is back online. */
  wake(): void;
  close(): void;
}

export interface MarketDataOptions {
  readonly url: () => string;
  readonly requestFrame: RequestFrame;
  readonly createSocket?: SocketFactory;
  /** False only where the device says that it has no network. */
  readonly online?: () => boolean;
  /** Called with the server's time, in ms since 1970, as it arrives. */
  readonly onServerTime?: (serverMs: number) => void;
}

/** The key of one chart in `MarketData.candles`. */
export function candleKey(symbol: string, interval: Interval): string {
  return `${symbol}:${interval}`;
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
function isMarketMessage(message: unknown): message is MarketMessage {
  if (typeof message !== 'object' || message === null || !('ch' in message)) return false;
  return typeof message.ch === 'string' && !('type' in message && message.type === 'error');
}

const feedStates: Record<SocketState, FeedState> = {
  connecting: 'connecting',
  open: 'live',
  silent: 'stale',
  waiting: 'offline',
  closed: 'offline',
};

/** Public market data, kept outside React and shown once per animation frame. */
export function createMarketData(options: MarketDataOptions): MarketData {
  const batch = createFrameBatch(options.requestFrame);
  const tickers = createKeyedStore<Ticker>(batch);
  const allTickers = createKeyedStore<ReadonlyMap<string, Ticker>>(batch);
  const depths = createKeyedStore<Depth>(batch);
  const trades = createKeyedStore<readonly PublicTrade[]>(batch);
  const candles = createKeyedStore<readonly Kline[]>(batch);
  const contracts = createKeyedStore<ContractState>(batch);
  const states = createKeyedStore<MarketStates>(batch);
  const indexTicks = createKeyedStore<readonly IndexTick[]>(batch);
  const status = createStore<FeedStatus>(() => ({ state: 'connecting', isOld: false, roundTripMs: null }));
  const books = new Map<string, DepthBook>();
  const tapes = new Map<string, readonly PublicTrade[]>();
  const charts = new Map<string, readonly Kline[]>();
  /** Statistics as the server last sent them, without what trades changed since. */
  const sentTickers = new Map<string, Ticker>();
  /** The newest venue trade of each tape that is watched: the last price of everything that is shown. */
  const lastTrades = new Map<string, PublicTrade>();
  const watchedIndices = new Map<string, number>();
  const watchedTapes = new Map<string, number>();
  const indexTapes = new Map<string, readonly IndexTick[]>();
  const missedListeners = new Set<() => void>();
  let stopStates: (() => void) | null = null;
  let lost = false;

  const show = (state: FeedState, isCurrent = false) => {
    const shown = options.online?.() === false ? 'offline' : state;
    const before = status.getState();
    // a socket that connects again, or has just opened, says nothing yet about what is on the page
    const isOld =
      shown === 'stale' || shown === 'offline' || (before.isOld && !(isCurrent && shown === 'live'));
    if (before.state !== shown || before.isOld !== isOld) status.setState({ state: shown, isOld });
  };

  /** Marks later data as possibly preceded by a gap. */
  const miss = () => {
    lost = true;
    lastTrades.clear();
    indexTapes.clear();
  };

  const feed = createPublicFeed({
    url: options.url,
    onMessage: (message) => {
      if (isMarketMessage(message)) receive(message);
    },
    onPing: ({ t, seq, marketT }) => {
      if (seq === 0) miss();
      const stale = marketT === 0 || t - marketT > STALE_MS;
      options.onServerTime?.(t);
      show(stale ? 'stale' : 'live', !stale);
    },
    onState: (state) => {
      if (state === 'waiting') miss();
      if (state === 'open' && lost) {
        lost = false;
        for (const listener of missedListeners) listener();
      }
      // A silent or reopened socket says nothing yet about the market behind it: its next ping does.
      if (state === 'open' && status.getState().state === 'stale') return;
      show(feedStates[state]);
    },
    onRoundTrip: (roundTripMs) => status.setState({ roundTripMs }),
    onLeft: (channel) => forget(channel),
    ...(options.createSocket === undefined ? {} : { createSocket: options.createSocket }),
  });

  const showCandle = (key: string, candle: Kline) => {
    const bars = mergeCandle(charts.get(key) ?? [], candle);
    charts.set(key, bars);
    candles.set(key, () => charts.get(key));
  };

  const showTicker = (symbol: string) => {
    tickers.set(symbol, () => {
      const sent = sentTickers.get(symbol);
      const trade = lastTrades.get(symbol);
      const tick = indexTapes.get(symbol)?.at(-1);
      if (sent === undefined) return undefined;
      const priced = trade === undefined ? sent : withLastPrice(sent, trade.price);
      return tick === undefined || tick.p === priced.index ? priced : { ...priced, index: tick.p };
    });
  };

  /** Puts the last trade into the newest candle of a chart that is shown. */
  const moveCandle = (symbol: string, interval: Interval) => {
    const key = candleKey(symbol, interval);
    const newest = charts.get(key)?.at(-1);
    const trade = lastTrades.get(symbol);
    if (newest === undefined || trade === undefined) return;
    const moved = withTrade(newest, interval, trade);
    if (moved !== null) showCandle(key, moved);
  };

  /** One trade moves header, title and chart in the frame in which the tape shows it. */
  const showLastTrade = (symbol: string, arrived: readonly PublicTrade[]) => {
    const trade = arrived.findLast(({ source }) => source === 'venue');
    if (trade === undefined || !watchedTapes.has(symbol)) return;
    lastTrades.set(symbol, trade);
    showTicker(symbol);
    for (const interval of INTERVALS) moveCandle(symbol, interval);
  };

  function receive(message: MarketMessage): void {
    const channel = parseChannel(message.ch);
    if (channel === null) return;
    if (channel.kind === 'states') {
      const next = (message as StatesMessage).data;
      states.set(STATES_CHANNEL, () => next);
      return;
    }
    if (channel.kind === 'all-detail') {
      const bySymbol = new Map((message as AllDetailMessage).data.map((ticker) => [ticker.symbol, ticker]));
      allTickers.set(ALL_DETAIL_CHANNEL, () => bySymbol);
      return;
    }
    const { symbol } = channel;
    if ('interval' in channel) {
      const key = candleKey(symbol, channel.interval);
      showCandle(key, (message as KlineMessage).data);
      moveCandle(symbol, channel.interval);
    } else if (channel.kind === 'depth') {
      const book = books.get(symbol) ?? createDepthBook();
      books.set(symbol, book);
      const result = book.apply(message as DepthSnapshotMessage | DepthUpdateMessage);
      if (result === 'gap') feed.resubscribe(message.ch);
      if (result !== 'ignored') depths.set(symbol, () => book.read() ?? undefined);
    } else if (channel.kind === 'trade') {
      const arrived = (message as TradeMessage).data;
      const tape = addTrades(tapes.get(symbol) ?? [], arrived);
      tapes.set(symbol, tape);
      trades.set(symbol, () => tape);
      showLastTrade(symbol, arrived);
    } else if (channel.kind === 'index') {
      const known = indexTapes.get(symbol) ?? [];
      const after = known.at(-1)?.n ?? -1;
      const fresh = (message as IndexMessage).data.filter(({ n }) => n > after);
      const tape = [...known, ...fresh].slice(-MAX_INDEX_TICKS);
      indexTapes.set(symbol, tape);
      indexTicks.set(symbol, () => tape);
      showTicker(symbol);
    } else if (channel.kind === 'contract') {
      const state = (message as ContractMessage).data;
      contracts.set(symbol, () => state);
    } else {
      sentTickers.set(symbol, (message as DetailMessage).data);
      showTicker(symbol);
    }
  }

  /** Forgets what a channel sent: whoever watches it again sees nothing before its present state comes. */
  function forget(name: string): void {
    const channel = parseChannel(name);
    if (channel === null) return;
    const nothing = () => undefined;
    if (channel.kind === 'states') states.set(STATES_CHANNEL, nothing);
    else if (channel.kind === 'all-detail') allTickers.set(ALL_DETAIL_CHANNEL, nothing);
    else if ('interval' in channel) {
      const key = candleKey(channel.symbol, channel.interval);
      charts.delete(key);
      candles.set(key, nothing);
    } else if (channel.kind === 'depth') {
      books.delete(channel.symbol);
      depths.set(channel.symbol, nothing);
    } else if (channel.kind === 'trade') {
      tapes.delete(channel.symbol);
      trades.set(channel.symbol, nothing);
    } else if (channel.kind === 'index') {
      indexTapes.delete(channel.symbol);
      indexTicks.set(channel.symbol, nothing);
    } else if (channel.kind === 'contract') contracts.set(channel.symbol, nothing);
    else {
      sentTickers.delete(channel.symbol);
      showTicker(channel.symbol);
    }
  }

  return {
    tickers,
    allTickers,
    depths,
    trades,
    candles,
    contracts,
    states,
    indexTicks,
    status,
    watchTicker: (symbol) => feed.watch(channels.detail(symbol)),
    watchAllTickers: () => feed.watch(ALL_DETAIL_CHANNEL),
    watchDepth: (symbol) => feed.watch(channels.depth(symbol)),
    watchTrades(symbol) {
      const stop = feed.watch(channels.trade(symbol));
      watchedTapes.set(symbol, (watchedTapes.get(symbol) ?? 0) + 1);
      return () => {
        const left = (watchedTapes.get(symbol) ?? 1) - 1;
        if (left > 0) watchedTapes.set(symbol, left);
        else {
          watchedTapes.delete(symbol);
          // without its tape the last trade ages
          lastTrades.delete(symbol);
        }
        stop();
      };
    },
    watchPerpetual: (symbol) => feed.watch(channels.contract(symbol)),
    watchIndex(symbol, onMissed) {
      const stop = feed.watch(channels.index(symbol));
      const listener = () => onMissed?.();
      missedListeners.add(listener);
      watchedIndices.set(symbol, (watchedIndices.get(symbol) ?? 0) + 1);
      return () => {
        missedListeners.delete(listener);
        const left = (watchedIndices.get(symbol) ?? 1) - 1;
        watchedIndices.set(symbol, left);
        // nobody keeps it current any more
        if (left === 0) indexTapes.delete(symbol);
        stop();
      };
    },
    watchCandles(symbol, interval, onMissed) {
      const stop = feed.watch(channels.kline(symbol, interval));
      const listener = () => onMissed?.();
      missedListeners.add(listener);
      return () => {
        missedListeners.delete(listener);
        stop();
      };
    },
    open() {
      feed.open();
      stopStates ??= feed.watch(STATES_CHANNEL);
    },
    lose: () => show('offline'),
    wake: feed.wake,
    close() {
      stopStates?.();
      stopStates = null;
      feed.close();
    },
  };
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
