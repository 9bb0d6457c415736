import type { MarketStates } from '@candor/api';
import type { DepthView, KernelView, OpenOrderView, WaitingOrderView, WalletView } from '@candor/kernel';
import type { PriceTicks } from '@candor/money';
import { type Listings, readListings } from './catalogue.ts';

/** All books at a journal sequence. */
export interface Books {
  readonly seq: number;
  readonly timeMs: number;
  readonly bySymbol: ReadonlyMap<number, DepthView>;
}

/** A user's open orders and balances at a journal sequence; empty before the account is open. */
export interface AccountFacts {
  readonly userId: number;
  readonly seq: number;
  readonly timeMs: number;
  readonly wallets: readonly WalletView[];
  readonly resting: readonly (OpenOrderView & { readonly twinOrderId: number | null })[];
  readonly waiting: readonly WaitingOrderView[];
}

/** The index and the last trade by symbol; null where there is none. */
export type Prices = ReadonlyMap<
  number,
  { readonly index: PriceTicks | null; readonly last: PriceTicks | null }
>;

/** The initial state of sockets; committed events bring the later changes. */
export const realtimeQueries = {
  /** Symbols, coins and contracts with their terms. */
  listings: (view: KernelView): Listings => readListings(view),
  /** Every book in full, and the listings. */
  books: (
    view: KernelView,
  ): { readonly seq: number; readonly books: Books; readonly listings: Listings } => ({
    seq: view.seq,
    books: readBooks(view),
    listings: readListings(view),
  }),
  /**
   * The accounts of these users, the listings that their orders and balances refer to, and the prices that trailing
   * stops follow.
   */
  accounts: (
    view: KernelView,
    userIds: readonly number[],
  ): { readonly accounts: AccountFacts[]; readonly listings: Listings; readonly prices: Prices } => ({
    accounts: userIds.map((userId) => readAccount(view, userId)),
    listings: readListings(view),
    prices: new Map(
      view.symbols().map(({ symbolId }) => {
        const index = view.index(symbolId)?.priceTicks ?? null;
        return [symbolId, { index, last: view.spot.lastTicks(symbolId) }];
      }),
    ),
  }),
  /** The halted markets, each with its reason. */
  marketStates: (view: KernelView): MarketStates => {
    const symbols = view.symbols();
    const nameOf = new Map(symbols.map(({ symbolId, name }) => [symbolId, name]));
    return {
      markets: [...symbols, ...view.perpetual.symbols()].map(({ name, state, stateReason }) => ({
        symbol: name,
        state,
        reason: stateReason,
      })),
      seconds: {
        haltReason: view.seconds.haltReason,
        halted: view.seconds
          .offers()
          .filter(({ state }) => state === 'halted')
          .map(({ symbolId, stateReason }) => ({
            symbol: nameOf.get(symbolId) ?? '',
            reason: stateReason,
          })),
      },
    };
  },
};

function readBooks(view: KernelView): Books {
  const bySymbol = new Map<number, DepthView>();
  for (const { symbolId } of view.symbols()) {
    bySymbol.set(symbolId, view.spot.depth(symbolId, Number.MAX_SAFE_INTEGER));
  }
  for (const { symbolId } of view.perpetual.symbols()) {
    bySymbol.set(symbolId, view.perpetual.depth(symbolId, Number.MAX_SAFE_INTEGER));
  }
  return { seq: view.seq, timeMs: view.timeMs, bySymbol };
}

function readAccount(view: KernelView, userId: number): AccountFacts {
  const { seq, timeMs, spot } = view;
  if (!view.hasAccount(userId)) return { userId, seq, timeMs, wallets: [], resting: [], waiting: [] };
  return {
    userId,
    seq,
    timeMs,
    wallets: view.transfer.wallets(userId),
    resting: view.spot
      .openOrders(userId, null)
      .map((order) => ({ ...order, twinOrderId: spot.twinOf(order.orderId) })),
    waiting: spot.waitingOrders(userId, null),
  };
}

declare module '../../engine/core/live-queries.ts' {
  interface LiveQueries {
    readonly realtime: typeof realtimeQueries;
  }
}
