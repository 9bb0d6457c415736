import {
  ALL_DETAIL_CHANNEL,
  type ContractState,
  channels,
  type IndexTick,
  type Interval,
  type Kline,
  type MarketStates,
  type PublicTrade,
  STATES_CHANNEL,
  type Ticker,
} from '@candor/api';
import type { HeardKline } from '../../engine/values/index.ts';
import { jsonFrame } from './frame.ts';
import type { HubChannel } from './hub.ts';

/** Trades or ticks that one flush sends of a channel, and that a new or slow client gets of the past. */
export const MAX_TRADES = 50;

export interface FedChannel<T> extends HubChannel {
  /** Takes the news; it leaves with the next flush. */
  push(data: T): void;
  /** Clears the channel, because messages were missed. `past` is the state to start with again. */
  restart(past: readonly T[]): void;
}

/** A symbol's 24-hour statistics. */
export function detailChannel(symbol: string): FedChannel<Ticker> {
  return latestChannel(channels.detail(symbol), () => true);
}

/** The 24-hour statistics of all symbols in each message. */
export function allDetailChannel(): FedChannel<readonly Ticker[]> {
  return latestChannel(ALL_DETAIL_CHANNEL, () => true);
}

/** A contract's mark, index, funding and open interest. */
export function contractChannel(symbol: string): FedChannel<ContractState> {
  return latestChannel(channels.contract(symbol), () => true);
}

/** The halts set by operators, all of them in each message. */
export function statesChannel(): FedChannel<MarketStates> {
  return latestChannel(STATES_CHANNEL, () => true);
}

/** A symbol's candles of one interval; a candle's last state is sent even where the next one has begun. */
export function klineChannel(symbol: string, interval: Interval): FedChannel<Kline | HeardKline> {
  return latestChannel(channels.kline(symbol, interval), (older, newer) => older.t === newer.t);
}

/**
 * A channel whose newest message is its whole state. `replaces(older, newer)` is true if the newer message makes
 * the older, unsent one needless.
 */
function latestChannel<T>(name: string, replaces: (older: T, newer: T) => boolean): FedChannel<T> {
  let unsent: T[] = [];
  /** The newest message that was sent or passed, and its frame once somebody asked for it. */
  let latest: { readonly data: T; frame: Buffer | null } | null = null;
  let count = 0;
  return {
    name,
    push(data) {
      const last = unsent.at(-1);
      if (last !== undefined && replaces(last, data)) unsent.pop();
      unsent.push(data);
    },
    restart(past) {
      unsent = past.slice(-1);
      latest = null;
    },
    takeFrames() {
      if (unsent.length === 0) return [];
      const frames = unsent.map((data) => jsonFrame({ ch: name, data }));
      latest = { data: unsent.at(-1)!, frame: frames.at(-1)! };
      count += frames.length;
      unsent = [];
      return frames;
    },
    pass() {
      if (unsent.length === 0) return;
      latest = { data: unsent.at(-1)!, frame: null };
      count += unsent.length;
      unsent = [];
    },
    mark: () => count,
    catchUp(since) {
      if (since === count || latest === null) return null;
      latest.frame ??= jsonFrame({ ch: name, data: latest.data });
      return latest.frame;
    },
  };
}

/** A symbol's trades, newest last; of more than MAX_TRADES since the last flush the oldest are left out. */
export function tradeChannel(symbol: string, past: readonly PublicTrade[]): FedChannel<PublicTrade> {
  return listChannel(channels.trade(symbol), past);
}

/** The ticks of a symbol's index, newest last. */
export function indexChannel(symbol: string, past: readonly IndexTick[]): FedChannel<IndexTick> {
  return listChannel(channels.index(symbol), past);
}

/** A channel of lists, of which the latest entries stand in for what a client missed. */
function listChannel<T>(name: string, past: readonly T[]): FedChannel<T> {
  let unsent: T[] = [];
  let sent: T[] = past.slice(-MAX_TRADES);
  let count = sent.length;
  /** The last trades by their number, each written once between two flushes. */
  const written = new Map<number, Buffer>();
  const lastTrades = (missed: number): Buffer => {
    const frame = written.get(missed) ?? jsonFrame({ ch: name, data: sent.slice(-missed) });
    written.set(missed, frame);
    return frame;
  };
  const pass = (): void => {
    if (unsent.length === 0) return;
    sent = [...sent, ...unsent].slice(-MAX_TRADES);
    count += unsent.length;
    unsent = [];
    written.clear();
  };
  return {
    name,
    pass,
    push(entry) {
      unsent.push(entry);
      if (unsent.length > MAX_TRADES) unsent.shift();
    },
    restart(again) {
      unsent = [];
      sent = again.slice(-MAX_TRADES);
      count += sent.length;
      written.clear();
    },
    takeFrames() {
      if (unsent.length === 0) return [];
      const frame = jsonFrame({ ch: name, data: unsent });
      pass();
      return [frame];
    },
    mark: () => count,
    catchUp(since) {
      const missed = Math.min(count - since, sent.length);
      return missed > 0 ? lastTrades(missed) : null;
    },
  };
}
