import {
  ALL_DETAIL_CHANNEL,
  type Calls,
  type Client,
  type ContractState,
  type MarginAccountRow,
  type MarginKind,
  type MarketStates,
  type NoticeKind,
  type OwnBalance,
  type OwnOrder,
  type PublicTrade,
  type SecondRow,
  STATES_CHANNEL,
  type Ticker,
  type UserInfo,
} from '@candor/api';
import { createContext, use, useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { AccountState, OpenPerpetuals } from './account-data.ts';
import type { Depth } from './market/depth-book.ts';
import type { KeyedStore } from './market/keyed-store.ts';
import type { FeedStatus } from './market/market-data.ts';
import type { NoticesState } from './notices.ts';
import type { Preferences } from './preferences.ts';
import type { Services } from './services.ts';

const ServicesContext = createContext<Services | null>(null);
export const ServicesProvider = ServicesContext.Provider;

/** The services of the page. @throws Error outside of the provider. */
export function useServices(): Services {
  const services = use(ServicesContext);
  if (services === null) throw new Error('no services: the provider is missing');
  return services;
}

/** The typed client of every call. */
export function useClient(): Client<Calls> {
  return useServices().client;
}

function useKeyed<Value>(store: KeyedStore<Value>, key: string, watch: () => () => void): Value | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      const stopWatching = watch();
      const stopListening = store.subscribe(key, listener);
      return () => {
        stopListening();
        stopWatching();
      };
    },
    [store, key, watch],
  );
  return useSyncExternalStore(subscribe, () => store.get(key));
}

/** 24-hour statistics and the last price of a symbol (`BTCUSDT`); undefined until the first came. */
export function useTicker(symbol: string): Ticker | undefined {
  const { market } = useServices();
  return useKeyed(
    market.tickers,
    symbol,
    useCallback(() => market.watchTicker(symbol), [market, symbol]),
  );
}

/** The 24-hour statistics of all symbols by name, once a second; undefined until the first came. */
export function useAllTickers(): ReadonlyMap<string, Ticker> | undefined {
  const { market } = useServices();
  return useKeyed(market.allTickers, ALL_DETAIL_CHANNEL, market.watchAllTickers);
}

/** Our own book of a symbol, best levels first; undefined until its snapshot came and while a gap is repaired. */
export function useDepth(symbol: string): Depth | undefined {
  const { market } = useServices();
  return useKeyed(
    market.depths,
    symbol,
    useCallback(() => market.watchDepth(symbol), [market, symbol]),
  );
}

/** The latest public trades of a symbol, newest first; undefined until the first came. */
export function useTrades(symbol: string): readonly PublicTrade[] | undefined {
  const { market } = useServices();
  return useKeyed(
    market.trades,
    symbol,
    useCallback(() => market.watchTrades(symbol), [market, symbol]),
  );
}

/** Mark, index, funding and open interest of a contract; undefined until the first came. */
export function usePerpetualState(symbol: string): ContractState | undefined {
  const { market } = useServices();
  return useKeyed(
    market.contracts,
    symbol,
    useCallback(() => market.watchPerpetual(symbol), [market, symbol]),
  );
}

/** The states of several contracts by symbol, as they are in this frame; without those that nothing is known of yet. */
export function usePerpetualStates(symbols: readonly string[]): ReadonlyMap<string, ContractState> {
  const { market } = useServices();
  const key = [...new Set(symbols)].sort().join(' ');
  const watched = useMemo(() => {
    const names = key === '' ? [] : key.split(' ');
    let last: ReadonlyMap<string, ContractState> = new Map();
    return {
      subscribe(listener: () => void) {
        const ends = names.flatMap((name) => [
          market.watchPerpetual(name),
          market.contracts.subscribe(name, listener),
        ]);
        return () => {
          for (const end of ends.reverse()) end();
        };
      },
      read() {
        const now = names.flatMap((name) => {
          const state = market.contracts.get(name);
          return state === undefined ? [] : [[name, state] as const];
        });
        const isSame = now.length === last.size && now.every(([name, state]) => last.get(name) === state);
        if (!isSame) last = new Map(now);
        return last;
      },
    };
  }, [market, key]);
  return useSyncExternalStore(watched.subscribe, watched.read);
}

/** Returns the status of the prices shown: current or not. */
export function useFeedStatus(): FeedStatus {
  return useStore(useServices().market.status);
}

/** Returns true if the prices shown are old: to be shown in grey. */
export function usePricesOld(): boolean {
  return useStore(useServices().market.status, ({ isOld }) => isOld);
}

/** Returns the present halts, from the socket; undefined until its first message. */
export function useMarketStates(): MarketStates | undefined {
  const { market } = useServices();
  const subscribe = useCallback(
    (listener: () => void) => market.states.subscribe(STATES_CHANNEL, listener),
    [market],
  );
  return useSyncExternalStore(subscribe, () => market.states.get(STATES_CHANNEL));
}

function useAccount<Part>(select: (state: AccountState) => Part): Part {
  return useStore(useServices().account.store, select);
}

/** Returns true if orders, positions and balances may have changed since they came: to be shown in grey. */
export function useAccountOld(): boolean {
  return useAccount((state) => state.isOld);
}

/** The user's open orders, newest first, of one symbol where it is given; null until they are known. */
export function useOpenOrders(symbol?: string): readonly OwnOrder[] | null {
  const orders = useAccount((state) => (state.seq === null ? null : state.orders));
  return useMemo(() => {
    if (orders === null) return null;
    const all = [...orders.values()].sort((left, right) => right.orderId - left.orderId);
    return symbol === undefined ? all : all.filter((order) => order.symbol === symbol);
  }, [orders, symbol]);
}

/** The user's open orders of margin accounts of a kind, newest first; of one market where it is given; null until known. */
export function useOpenMarginOrders(kind: MarginKind, symbol?: string): readonly OwnOrder[] | null {
  const orders = useAccount((state) => (state.seq === null ? null : state.marginOrders));
  return useMemo(() => {
    if (orders === null) return null;
    const isOfKind = (order: OwnOrder) => (order.wallet === 'margin-cross') === (kind === 'all');
    const all = [...orders.values()].sort((left, right) => right.orderId - left.orderId);
    return all.filter((order) => isOfKind(order) && (symbol === undefined || order.symbol === symbol));
  }, [orders, kind, symbol]);
}

/** Returns a margin account from the private socket's last message; undefined before there is one. */
export function useLiveMargin(kind: MarginKind, symbol: string | null): MarginAccountRow | undefined {
  const rows = useAccount((state) => state.margin);
  return rows?.find((row) => row.type === kind && row.symbol === symbol);
}

/** The user's open second contracts with their countdowns, newest first; null until they are known. */
export function useOpenSeconds(): readonly SecondRow[] | null {
  const seconds = useAccount((state) => state.seconds);
  return useMemo(() => (seconds === null ? null : [...seconds].reverse()), [seconds]);
}

/** A price at which an order of the user rests. */
export interface OwnLimit {
  readonly orderId: number;
  readonly side: 'buy' | 'sell';
  readonly price: string;
  readonly quantity: string;
}

/** The prices at which the user's orders of a market or contract rest; none until they are known. */
export function useOwnLimits(symbol: string): readonly OwnLimit[] {
  const orders = useOpenOrders(symbol);
  const contracts = useOpenPerpetuals();
  return useMemo(() => {
    const ofPerpetual = contracts?.orders.filter((order) => order.symbol === symbol) ?? [];
    const all = [
      // one that waits for its trigger is in no book
      ...(orders ?? []).filter((order) => order.status !== 'waiting'),
      ...ofPerpetual.map(({ id, side, price, quantity }) => ({ orderId: id, side, price, quantity })),
    ];
    return all.flatMap(({ orderId, side, price, quantity }) =>
      price === null || quantity === null ? [] : [{ orderId, side, price, quantity }],
    );
  }, [orders, contracts, symbol]);
}

/** The user's balances by coin code, live; null until they are known. A coin never held is missing. */
export function useBalances(): ReadonlyMap<string, OwnBalance> | null {
  return useAccount((state) => (state.seq === null ? null : state.balances));
}

/** Open contracts of a user who never used any: the server sends nothing about them then. */
const NO_CONTRACTS: OpenPerpetuals = {
  positions: [],
  orders: [],
  stops: [],
  account: {
    coin: 'USDT',
    positionMode: 'one-way',
    walletBalance: '0',
    unrealisedPnl: '0',
    equity: '0',
    isolatedMargin: '0',
    initialMargin: '0',
    maintenanceMargin: '0',
    available: '0',
    marginRatio: null,
    seq: 0,
  },
};

/** All that the user has open in contracts, live; null until it is known. */
export function useOpenPerpetuals(): OpenPerpetuals | null {
  return useAccount((state) => state.contracts ?? (state.seq === null ? null : NO_CONTRACTS));
}

/** The signed-in user; null for visitors, and for a moment after the start while the user is loaded. */
export function useUser(): UserInfo | null {
  return useStore(useServices().session.store, (state) => state.user);
}

/** Returns true while somebody is signed in. */
export function useSignedIn(): boolean {
  return useStore(useServices().session.store, (state) => state.token !== null);
}

/** One of the user's preferences on this device. */
export function usePreference<Key extends keyof Preferences>(key: Key): Preferences[Key] {
  return useStore(useServices().preferences, (state) => state[key]);
}

/** Part of what is known of the user's notices. */
export function useNotices<Part>(select: (state: NoticesState) => Part): Part {
  return useStore(useServices().notices.store, select);
}

/** While the component is shown, notices of these kinds make no toast: the page says such events by itself. */
export function useSaysItself(kind: NoticeKind): void {
  const { notices } = useServices();
  useEffect(() => notices.saidHere.kind(kind), [notices, kind]);
}
