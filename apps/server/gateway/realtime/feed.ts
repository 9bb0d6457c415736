import {
  type ChatHint,
  chatHintSchema,
  INTERVALS,
  type IndexTick,
  indexTickSchema,
  type Kline,
  type PublicTrade,
  publicTradeSchema,
  type RefreshMessage,
  refreshSchema,
  subjects,
  type Ticker,
  tickerSchema,
} from '@candor/api';
import type { SymbolInfo } from '@candor/kernel';
import type { z } from 'zod';
import type { Bus } from '../../base/bus/index.ts';
import { type HeardKline, unpackKlines } from '../../engine/values/index.ts';
import type { Counters } from './counters.ts';
import type { Hub } from './hub.ts';
import {
  detailChannel,
  type FedChannel,
  indexChannel,
  klineChannel,
  MAX_TRADES,
  tradeChannel,
} from './market-channels.ts';

/** State of the market room, queried when a symbol's channels open. */
export interface MarketState {
  tickers(): readonly Ticker[];
  /** Newest last. */
  recentTrades(symbol: string, limit: number): readonly PublicTrade[];
  /** Newest last; none for a contract, which has the index of its spot symbol. */
  indexTicks(symbol: string, limit: number): readonly IndexTick[];
  /** Returns why the data may be out of date, or null. Absent for the market itself, which is always current. */
  outOfStep?(): string | null;
}

/** Carries the bus's market messages into the hub's channels. */
export interface MarketFeed {
  /** Opens the channels of the symbols that have none yet. */
  open(symbols: readonly Pick<SymbolInfo, 'name'>[]): void;
  /** Discards the market's data: messages on the bus were missed. */
  forget(): void;
  /** Starts again from the current state of the market room. */
  restart(): void;
  /** All tickers when one changed since the last call, else null. */
  takeTickers(): readonly Ticker[] | null;
  /** Returns the time at which market data last came, 0 for never. */
  lastMs(): number;
  close(): void;
}

export interface MarketFeedDeps {
  readonly bus: Bus;
  readonly hub: Hub;
  readonly market: MarketState;
  readonly counters: Counters;
  readonly now: () => number;
  readonly onRefresh: (userId: number, message: RefreshMessage) => void;
  readonly onChat: (hint: ChatHint) => void;
  readonly onSessionEnded: (userId: number) => void;
}

interface SymbolChannels {
  readonly detail: FedChannel<Ticker>;
  readonly trade: FedChannel<PublicTrade>;
  readonly index: FedChannel<IndexTick>;
  readonly kline: ReadonlyMap<string, FedChannel<Kline | HeardKline>>;
}

/** The channels of a symbol, with what the market room remembers. */
const channelsOf = (name: string, market: MarketState): SymbolChannels => ({
  detail: detailChannel(name),
  trade: tradeChannel(name, market.recentTrades(name, MAX_TRADES)),
  index: indexChannel(name, market.indexTicks(name, MAX_TRADES)),
  kline: new Map(INTERVALS.map((interval) => [interval, klineChannel(name, interval)])),
});

/** Subscribes with the message checked; `token` reads the subject's n-th token. A malformed message is counted. */
const hear = <Schema extends z.ZodType>(
  { bus, counters }: Pick<MarketFeedDeps, 'bus' | 'counters'>,
  pattern: string,
  schema: Schema,
  handle: (message: z.output<Schema>, token: (n: number) => string) => void,
): (() => void) =>
  bus.subscribe(pattern, (message, subject) => {
    const parsed = schema.safeParse(message);
    if (!parsed.success) {
      counters.badBusMessages += 1;
      return;
    }
    const tokens = subject.split('.');
    handle(parsed.data, (n) => tokens[n] ?? '');
  });

export function createMarketFeed(deps: MarketFeedDeps): MarketFeed {
  const { bus, hub, market, counters, now } = deps;
  const bySymbol = new Map<string, SymbolChannels>();
  const tickers = new Map<string, Ticker>();
  let tickersChanged = false;
  let lastMs = 0;

  const takeTicker = (ticker: Ticker): void => {
    tickers.set(ticker.symbol, ticker);
    tickersChanged = true;
    bySymbol.get(ticker.symbol)?.detail.push(ticker);
  };

  const takeKlines = (message: unknown): void => {
    try {
      unpackKlines(message, (names, interval, kline) => {
        for (const name of names) bySymbol.get(name)?.kline.get(interval)?.push(kline);
      });
      lastMs = now();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      counters.badBusMessages += 1;
    }
  };

  const endings = [
    hear(deps, subjects.ticker('*'), tickerSchema, (ticker) => {
      lastMs = now();
      takeTicker(ticker);
    }),
    hear(deps, subjects.trade('*'), publicTradeSchema, (trade, token) => {
      lastMs = now();
      bySymbol.get(token(1))?.trade.push(trade);
    }),
    hear(deps, subjects.index('*'), indexTickSchema, (tick, token) =>
      bySymbol.get(token(1))?.index.push(tick),
    ),
    bus.subscribe(subjects.klines, takeKlines),
    hear(deps, subjects.refresh('*'), refreshSchema, (message, token) =>
      deps.onRefresh(Number(token(1)), message),
    ),
    hear(deps, subjects.chat('*'), chatHintSchema, (hint) => deps.onChat(hint)),
    bus.subscribe(subjects.sessionEnded('*'), (_message, subject) =>
      deps.onSessionEnded(Number(subject.split('.')[1])),
    ),
  ];

  return {
    open(symbols) {
      for (const { name } of symbols) {
        if (bySymbol.has(name)) continue;
        const symbolChannels = channelsOf(name, market);
        bySymbol.set(name, symbolChannels);
        hub.add(symbolChannels.detail);
        hub.add(symbolChannels.trade);
        hub.add(symbolChannels.index);
        for (const channel of symbolChannels.kline.values()) hub.add(channel);
      }
      for (const ticker of market.tickers()) if (!tickers.has(ticker.symbol)) takeTicker(ticker);
    },
    forget() {
      lastMs = 0;
      tickers.clear();
      for (const { detail, trade, index, kline } of bySymbol.values()) {
        for (const channel of [detail, trade, index, ...kline.values()]) channel.restart([]);
      }
    },
    restart() {
      for (const [name, { trade, index }] of bySymbol) {
        trade.restart(market.recentTrades(name, MAX_TRADES));
        index.restart(market.indexTicks(name, MAX_TRADES));
      }
      for (const ticker of market.tickers()) takeTicker(ticker);
    },
    takeTickers() {
      if (!tickersChanged) return null;
      tickersChanged = false;
      return [...tickers.values()];
    },
    lastMs: () => lastMs,
    close() {
      for (const end of endings) end();
    },
  };
}
