import {
  type Calls,
  type Client,
  type ContractMessage,
  type ContractState,
  channels,
  type DepthSnapshotMessage,
  type DepthUpdateMessage,
  type DetailMessage,
  type Interval,
  type Kline,
  type KlineMessage,
  type PublicTrade,
  parseChannel,
  STALE_MS,
  type Ticker,
  type TradeMessage,
} from '@candor/contract';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { joinCandles, MAX_CANDLES, mergeCandle } from './candles.ts';
import { createDepthBook, type Depth, type DepthBook } from './depth-book.ts';
import { createFrameBatch, createKeyedStore, type KeyedStore, type RequestFrame } from './keyed-store.ts';
import type { SocketFactory, SocketState } from './live-socket.ts';
import { createPublicFeed } from './public-feed.ts';

/** Public trades kept of one symbol. */
export const MAX_TRADES = 100;

/** How far the prices on the page can be trusted to be current. */
export type FeedState = 'connecting' | 'live' | 'stale' | 'offline';

export interface FeedStatus {
  readonly state: FeedState;
  /** The last measured round trip in milliseconds; null before the first. */
  readonly roundTripMs: number | null;
}

/** The bars of one chart: `loading` until the history came, `failed` when it could not be loaded. */
export interface Candles {
  readonly bars: readonly Kline[];
  readonly state: 'loading' | 'ready' | 'failed';
}

export interface MarketData {
  readonly tickers: KeyedStore<Ticker>;
  readonly depths: KeyedStore<Depth>;
  /** Newest first, at most MAX_TRADES. */
  readonly trades: KeyedStore<readonly PublicTrade[]>;
  /** By `candleKey`. */
  readonly candles: KeyedStore<Candles>;
  /** Mark, index, funding and open interest of contracts. */
  readonly contracts: KeyedStore<ContractState>;
  readonly status: StoreApi<FeedStatus>;
  /** Each keeps its data coming until the returned function is called. */
  watchTicker(symbol: string): () => void;
  watchDepth(symbol: string): () => void;
  watchTrades(symbol: string): () => void;
  watchContract(symbol: string): () => void;
  watchCandles(symbol: string, interval: Interval): () => void;
  /** Connects, so that `status` is kept even where nothing is watched. */
  open(): void;
  /** Connects again at once, as when the device is back online. */
  wake(): void;
  close(): void;
}

export interface MarketDataOptions {
  readonly url: () => string;
  readonly client: Client<Calls>;
  readonly requestFrame: RequestFrame;
  readonly createSocket?: SocketFactory;
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
  | ContractMessage;

function isMarketMessage(message: unknown): message is MarketMessage {
  return typeof message === 'object' && message !== null && 'ch' in message && typeof message.ch === 'string';
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
  const depths = createKeyedStore<Depth>(batch);
  const trades = createKeyedStore<readonly PublicTrade[]>(batch);
  const candles = createKeyedStore<Candles>(batch);
  const contracts = createKeyedStore<ContractState>(batch);
  const status = createStore<FeedStatus>(() => ({ state: 'connecting', roundTripMs: null }));
  const books = new Map<string, DepthBook>();
  const tapes = new Map<string, readonly PublicTrade[]>();
  const charts = new Map<string, Candles>();
  /** The charts that are watched, each once per watcher. */
  const watchedCharts: { readonly symbol: string; readonly interval: Interval }[] = [];
  let lost = false;

  const feed = createPublicFeed({
    url: options.url,
    onMessage: (message) => {
      if (isMarketMessage(message)) receive(message);
    },
    onPing: ({ t, marketT }) => {
      const stale = marketT === 0 || t - marketT > STALE_MS;
      status.setState({ state: stale ? 'stale' : 'live' });
    },
    onState: (state) => {
      if (state === 'waiting') lost = true;
      if (state === 'open' && lost) {
        lost = false;
        for (const { symbol, interval } of watchedCharts) void loadHistory(symbol, interval);
      }
      // A silent or reopened socket says nothing yet about the market behind it: its next ping does.
      if (state === 'open' && status.getState().state === 'stale') return;
      status.setState({ state: feedStates[state] });
    },
    onRoundTrip: (roundTripMs) => status.setState({ roundTripMs }),
    ...(options.createSocket === undefined ? {} : { createSocket: options.createSocket }),
  });

  const showChart = (key: string, next: Candles) => {
    charts.set(key, next);
    candles.set(key, () => charts.get(key));
  };

  function receive(message: MarketMessage): void {
    const channel = parseChannel(message.ch);
    if (channel === null) return;
    const { symbol } = channel;
    if ('interval' in channel) {
      const key = candleKey(symbol, channel.interval);
      const chart = charts.get(key) ?? { bars: [], state: 'loading' };
      showChart(key, { ...chart, bars: mergeCandle(chart.bars, (message as KlineMessage).data) });
    } else if (channel.kind === 'depth') {
      const book = books.get(symbol) ?? createDepthBook();
      books.set(symbol, book);
      const result = book.apply(message as DepthSnapshotMessage | DepthUpdateMessage);
      if (result === 'gap') feed.resubscribe(message.ch);
      if (result !== 'ignored') depths.set(symbol, () => book.read() ?? undefined);
    } else if (channel.kind === 'trade') {
      const tape = addTrades(tapes.get(symbol) ?? [], (message as TradeMessage).data);
      tapes.set(symbol, tape);
      trades.set(symbol, () => tape);
    } else if (channel.kind === 'contract') {
      const state = (message as ContractMessage).data;
      contracts.set(symbol, () => state);
    } else {
      const ticker = (message as DetailMessage).data;
      tickers.set(symbol, () => ticker);
    }
  }

  async function loadHistory(symbol: string, interval: Interval): Promise<void> {
    const key = candleKey(symbol, interval);
    try {
      const history = await options.client.call('getCandles', {
        params: { symbol, interval },
        query: { limit: String(MAX_CANDLES) },
      });
      showChart(key, { bars: joinCandles(history, charts.get(key)?.bars ?? []), state: 'ready' });
    } catch {
      showChart(key, { bars: charts.get(key)?.bars ?? [], state: 'failed' });
    }
  }

  return {
    tickers,
    depths,
    trades,
    candles,
    contracts,
    status,
    watchTicker: (symbol) => feed.watch(channels.detail(symbol)),
    watchDepth: (symbol) => feed.watch(channels.depth(symbol)),
    watchTrades: (symbol) => feed.watch(channels.trade(symbol)),
    watchContract: (symbol) => feed.watch(channels.contract(symbol)),
    watchCandles(symbol, interval) {
      const stop = feed.watch(channels.kline(symbol, interval));
      const watched = { symbol, interval };
      watchedCharts.push(watched);
      void loadHistory(symbol, interval);
      return () => {
        const at = watchedCharts.indexOf(watched);
        if (at >= 0) watchedCharts.splice(at, 1);
        stop();
      };
    },
    open: feed.open,
    wake: feed.wake,
    close: feed.close,
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
