import type {
  ExitView,
  KernelView,
  PerpetualAccountView,
  PerpetualFundingView,
  PerpetualInfo,
  PerpetualMarkView,
  PerpetualOrderView,
  PerpetualSettingsView,
  PositionView,
} from '@candor/kernel';
import { type OfUsers, ofUsers } from '../../engine/core/of-users.ts';

/** A listed contract with the name of its index symbol. */
export interface ContractInfo extends PerpetualInfo {
  readonly indexSymbol: string;
}

/** The values of a contract that change with every tick and trade; null while it is not listed. */
export interface LiveContract {
  readonly mark: PerpetualMarkView | null;
  readonly funding: PerpetualFundingView | null;
}

/** A user's own open order, and the settings of its contract. */
export interface OpenContractOrder {
  readonly order: PerpetualOrderView;
  readonly settings: PerpetualSettingsView | null;
}

/** Everything that a user has open in contracts, at one sequence number. */
export interface OpenContractFacts {
  readonly positions: readonly PositionView[];
  readonly orders: readonly OpenContractOrder[];
  readonly stops: readonly ExitView[];
  readonly account: PerpetualAccountView;
  readonly seq: number;
  readonly timeMs: number;
}

/** Reads everything that a user has open, oldest first, as a part of a query. */
export function openContractsOf(view: KernelView, userId: number, settleAssetId: number): OpenContractFacts {
  const { perpetual, seq, timeMs } = view;
  const known = view.hasAccount(userId);
  return {
    positions: known ? perpetual.positions(userId) : [],
    orders: known ? ordersOf(view, userId, null) : [],
    stops: known ? perpetual.exits(userId) : [],
    account: perpetual.account(userId, settleAssetId),
    seq,
    timeMs,
  };
}

/** Reads the values of these contracts that change with every tick and trade, as a part of a query. */
export function liveContractsOf(view: KernelView, symbolIds: readonly number[]): LiveContract[] {
  return symbolIds.map((symbolId) => ({
    mark: view.perpetual.mark(symbolId),
    funding: view.perpetual.funding(symbolId),
  }));
}

function ordersOf(view: KernelView, userId: number, symbolId: number | null): OpenContractOrder[] {
  return view.perpetual
    .openOrders(userId, symbolId)
    .filter(({ quote }) => !quote)
    .map((order) => ({ order, settings: view.perpetual.settings(userId, order.symbolId) }));
}

/** Live reads of contracts. */
export const perpetualQueries = {
  /** The listed contracts with their terms. */
  listedContracts(view: KernelView): ContractInfo[] {
    const names = new Map(view.symbols().map(({ symbolId, name }) => [symbolId, name]));
    return view.perpetual
      .symbols()
      .map((contract) => ({ ...contract, indexSymbol: names.get(contract.indexSymbolId) ?? '' }));
  },
  /** Mark, index, funding and open interest of these contracts, in their order. */
  liveContracts: (view: KernelView, symbolIds: readonly number[]) => ({
    live: liveContractsOf(view, symbolIds),
    timeMs: view.timeMs,
  }),
  /** The insurance balances of these assets, in their order. */
  contractInsurance: (view: KernelView, assetIds: readonly number[]) => ({
    amounts: assetIds.map((assetId) => view.perpetual.insurance(assetId)),
    seq: view.seq,
  }),
  /** A user's open positions, oldest first, optionally of one contract, with the wallet that backs them. */
  contractPositions(view: KernelView, userId: number, symbolId: number | null, settleAssetId: number) {
    const positions = view.hasAccount(userId) ? view.perpetual.positions(userId) : [];
    return {
      positions: positions.filter((position) => symbolId === null || position.symbolId === symbolId),
      account: view.perpetual.account(userId, settleAssetId),
      seq: view.seq,
    };
  },
  /** A user's newest open and waiting orders with ids below `beforeId`, at most `most`, without quotes. */
  contractOrders(view: KernelView, userId: number, symbolId: number | null, beforeId: number, most: number) {
    const orders = view.hasAccount(userId) ? ordersOf(view, userId, symbolId) : [];
    return {
      orders: orders
        .filter(({ order }) => order.orderId < beforeId)
        .reverse()
        .slice(0, most),
      seq: view.seq,
      timeMs: view.timeMs,
    };
  },
  /** The direction from which the price must reach each of a user's waiting orders, by order. */
  contractTriggerDirections: (view: KernelView, userId: number) =>
    new Map(
      view.perpetual
        .openOrders(userId, null)
        .filter(({ trigger }) => trigger !== null)
        .map(({ orderId, triggerDirection }) => [orderId, triggerDirection]),
    ),
  /** A user's newest take-profits and stop-losses with ids below `beforeId`, at most `most`. */
  contractStops(view: KernelView, userId: number, symbolId: number | null, beforeId: number, most: number) {
    const stops = view.hasAccount(userId) ? view.perpetual.exits(userId) : [];
    return {
      stops: stops
        .filter((exit) => exit.exitId < beforeId && (symbolId === null || exit.symbolId === symbolId))
        .reverse()
        .slice(0, most),
      seq: view.seq,
      timeMs: view.timeMs,
    };
  },
  /** A user's contract wallet in one settle asset. */
  contractAccount: (view: KernelView, userId: number, settleAssetId: number) => ({
    account: view.perpetual.account(userId, settleAssetId),
    seq: view.seq,
  }),
  /** A user's settings of these contracts, in their order. */
  contractSettings: (view: KernelView, userId: number, symbolIds: readonly number[]) =>
    symbolIds.map((symbolId) => view.perpetual.settings(userId, symbolId)),
  /** The owner and contract of an open position; null if none is open under this id. */
  openPosition(view: KernelView, positionId: number) {
    const position = view.perpetual.position(positionId);
    if (position === null) return null;
    const { userId, symbolId, direction } = position;
    return { userId, symbolId, direction };
  },
  /** A user's position mode, and our last price of a contract; the price is null before the first trade. */
  contractEntry: (view: KernelView, userId: number, symbolId: number) => ({
    positionMode: view.perpetual.positionMode(userId),
    lastTicks: view.perpetual.mark(symbolId)?.lastTicks ?? null,
  }),
  /** Our last price of a contract; null before the first trade. */
  contractLast: (view: KernelView, symbolId: number) => view.perpetual.mark(symbolId)?.lastTicks ?? null,
  /** The state of these contracts, in the same order, and everything that these users have open in contracts. */
  contractsOfAll: (
    view: KernelView,
    symbolIds: readonly number[],
    userIds: readonly number[],
    settleAssetId: number,
  ): OfUsers<OpenContractFacts> & { readonly live: readonly LiveContract[] } => ({
    ...ofUsers(view, userIds, (userId) => openContractsOf(view, userId, settleAssetId)),
    live: liveContractsOf(view, symbolIds),
  }),
};

declare module '../../engine/core/live-queries.ts' {
  interface LiveQueries {
    readonly perpetual: typeof perpetualQueries;
  }
}
