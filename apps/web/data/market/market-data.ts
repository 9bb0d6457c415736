import { ALL_DETAIL_CHANNEL, channels, type Interval, STALE_MS, STATES_CHANNEL } from '@candor/api';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RequestFrame } from './keyed-store.ts';
import { Listeners } from './listeners.ts';
import type { SocketFactory, SocketState } from './live-socket.ts';
import { isMarketMessage, MarketBoard, type MarketStores } from './market-board.ts';
import { createPublicFeed, type PublicFeed } from './public-feed.ts';

/** State of the feed: how far the prices on the page can be trusted to be current. */
export type FeedState = 'connecting' | 'live' | 'stale' | 'offline';

export interface FeedStatus {
  readonly state: FeedState;
  /** The prices shown may be of before a break: from its beginning until a heartbeat says that the market is current. */
  readonly isOld: boolean;
  /** The last measured round trip in milliseconds; null before the first. */
  readonly roundTripMs: number | null;
}

export interface MarketData extends MarketStores {
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

const feedStates: Record<SocketState, FeedState> = {
  connecting: 'connecting',
  open: 'live',
  silent: 'stale',
  waiting: 'offline',
  closed: 'offline',
};

/** Keeps the status of the feed. `show` enters a state; `isCurrent` where a heartbeat said that prices are current. */
function createFeedStatus(online: MarketDataOptions['online']) {
  const status = createStore<FeedStatus>(() => ({ state: 'connecting', isOld: false, roundTripMs: null }));
  const show = (state: FeedState, isCurrent = false) => {
    const shown = online?.() === false ? 'offline' : state;
    const before = status.getState();
    // a socket that connects again, or has just opened, says nothing yet about what is on the page
    const isOld =
      shown === 'stale' || shown === 'offline' || (before.isOld && !(isCurrent && shown === 'live'));
    if (before.state !== shown || before.isOld !== isOld) status.setState({ state: shown, isOld });
  };
  return { status, show };
}

/** Listeners that are called when the socket is back after a break. */
function createGap() {
  const listeners = new Listeners();
  let isOpen = false;
  return {
    /** Marks later data as possibly preceded by a gap. */
    begin() {
      isOpen = true;
    },
    end() {
      if (!isOpen) return;
      isOpen = false;
      listeners.call();
    },
    listen: (onMissed: (() => void) | undefined): (() => void) => listeners.add(() => onMissed?.()),
  };
}

/** Watches that need more than their channel: the tape, the index and charts. */
function countedWatches(
  feed: PublicFeed,
  board: MarketBoard,
  gap: ReturnType<typeof createGap>,
): Pick<MarketData, 'watchTrades' | 'watchIndex' | 'watchCandles'> {
  return {
    watchTrades(symbol) {
      const stop = feed.watch(channels.trade(symbol));
      const uncount = board.countTape(symbol);
      return () => {
        uncount();
        stop();
      };
    },
    watchIndex(symbol, onMissed) {
      const stop = feed.watch(channels.index(symbol));
      const unlisten = gap.listen(onMissed);
      const uncount = board.countIndex(symbol);
      return () => {
        unlisten();
        uncount();
        stop();
      };
    },
    watchCandles(symbol, interval, onMissed) {
      const stop = feed.watch(channels.kline(symbol, interval));
      const unlisten = gap.listen(onMissed);
      return () => {
        unlisten();
        stop();
      };
    },
  };
}

/** Public market data, kept outside React and shown once per animation frame. */
export function createMarketData(options: MarketDataOptions): MarketData {
  const { status, show } = createFeedStatus(options.online);
  const gap = createGap();
  const board = new MarketBoard(options.requestFrame, (channel) => feed.resubscribe(channel));
  let stopStates: (() => void) | null = null;

  const miss = () => {
    gap.begin();
    board.miss();
  };

  const feed = createPublicFeed({
    url: options.url,
    onMessage: (message) => {
      if (isMarketMessage(message)) board.receive(message);
    },
    onPing: ({ t, seq, marketT }) => {
      if (seq === 0) miss();
      const stale = marketT === 0 || t - marketT > STALE_MS;
      options.onServerTime?.(t);
      show(stale ? 'stale' : 'live', !stale);
    },
    onState: (state) => {
      if (state === 'waiting') miss();
      if (state === 'open') gap.end();
      // A silent or reopened socket says nothing yet about the market behind it: its next ping does.
      if (state === 'open' && status.getState().state === 'stale') return;
      show(feedStates[state]);
    },
    onRoundTrip: (roundTripMs) => status.setState({ roundTripMs }),
    onLeft: (channel) => board.forget(channel),
    ...(options.createSocket === undefined ? {} : { createSocket: options.createSocket }),
  });

  return {
    ...board.stores,
    status,
    watchTicker: (symbol) => feed.watch(channels.detail(symbol)),
    watchAllTickers: () => feed.watch(ALL_DETAIL_CHANNEL),
    watchDepth: (symbol) => feed.watch(channels.depth(symbol)),
    watchPerpetual: (symbol) => feed.watch(channels.contract(symbol)),
    ...countedWatches(feed, board, gap),
    open() {
      feed.open();
      stopStates ??= feed.watch(STATES_CHANNEL);
    },
    lose: () => show('offline'),
    wake: () => feed.wake(),
    close() {
      stopStates?.();
      stopStates = null;
      feed.close();
    },
  };
}
