import type {
  ClosedPositionRow,
  ContractAccount,
  ContractFillRow,
  ContractOrderRow,
  ContractReceiptRow,
  PositionRow,
  StopRow,
} from '@candor/api';
import { Refusal } from '../../base/errors/refusal.ts';
import { isOfTimes, type Listed, type PageRequest } from '../../base/records/paging.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { placed, placedPage } from '../../engine/placed.ts';
import type { History } from '../../engine/ports.ts';
import type { OrderScope } from '../spot/index.ts';
import { rowContext } from './context.ts';
import type { PerpetualFollower } from './listings.ts';
import type { OpenContractFacts } from './queries.ts';
import { receiptRow } from './receipts.ts';
import {
  accountRow,
  closedPositionRow,
  fillRow,
  openOrderRow,
  orderRow,
  positionRow,
  type RowContext,
  stopRow,
} from './rows.ts';

/** All that a user has open in contracts, at one journal sequence. */
export interface OpenContracts {
  readonly positions: PositionRow[];
  readonly orders: ContractOrderRow[];
  readonly stops: StopRow[];
  readonly account: ContractAccount;
  readonly seq: number;
}

interface Filter {
  readonly scope: OrderScope;
  readonly symbol: string | null;
  /** Only orders with this id of the client's own. */
  readonly clientOrderId?: string | null;
}

/** The user's own contracts: open ones out of the kernel, what is over out of the history. */
export interface PerpetualRecords {
  positions(
    userId: number,
    symbol: string | null,
  ): Promise<{ readonly records: PositionRow[]; readonly seq: number }>;
  orders(userId: number, filter: Filter, page: PageRequest): Promise<Listed<ContractOrderRow>>;
  /** @throws Refusal UNKNOWN_ORDER */
  order(
    userId: number,
    orderId: number,
  ): Promise<{ readonly order: ContractOrderRow; readonly fills: ContractFillRow[] }>;
  fills(userId: number, symbol: string | null, page: PageRequest): Promise<Listed<ContractFillRow>>;
  stops(userId: number, filter: Filter, page: PageRequest): Promise<Listed<StopRow>>;
  closed(userId: number, symbol: string | null, page: PageRequest): Promise<Listed<ClosedPositionRow>>;
  receipts(userId: number, symbol: string | null, page: PageRequest): Promise<Listed<ContractReceiptRow>>;
  account(userId: number): Promise<ContractAccount>;
  settings(userId: number): Promise<{ symbol: string; leverage: number; marginMode: 'isolated' | 'cross' }[]>;
}

/** Longest wait of a list for the read models; one that lags longer is answered as it stands. */
const PATIENCE_MS = 2_000;
/** Open orders come from the kernel: they wait for what the history adds to them no longer than this. */
const SHORT_PATIENCE_MS = 250;
const MOST_FILLS = 500;

/** Returns rows for everything that a user has open in contracts. */
export function openContractRows(context: RowContext, facts: OpenContractFacts): OpenContracts {
  const { positions, orders, stops, account, seq } = facts;
  return {
    positions: positions.map((position) => positionRow(context, position, account, seq)),
    orders: orders.map(({ order, settings }) => openOrderRow(context, order, settings, facts)),
    stops: stops.map((exit) => stopRow(context, exit, facts)),
    account: accountRow(context, account, seq),
    seq,
  };
}

/** An open order with what the history adds to it: the story of its trigger, and what came of the same fills. */
function withHistory(order: ContractOrderRow, told: ContractOrderRow | undefined): ContractOrderRow {
  if (told === undefined) return order;
  const { serviceCharge, closePrice, realisedPnl } = told;
  const { triggerPrice, triggerBy, triggerDirection, firedPrice, firedTime } = told;
  return {
    ...order,
    ...(told.tradedQuantity === order.tradedQuantity ? { serviceCharge, closePrice, realisedPnl } : {}),
    ...(order.status === 'waiting'
      ? {}
      : { triggerPrice, triggerBy, triggerDirection, firedPrice, firedTime }),
  };
}

export function createPerpetualRecords(
  core: CoreLink,
  history: History,
  catalogues: CatalogueFollower,
  contracts: PerpetualFollower,
): PerpetualRecords {
  const context = () => rowContext(catalogues, contracts);
  const symbolIdOf = (name: string | null): number | null =>
    name === null || name.toLowerCase() === 'all' ? null : contracts.current().contract(name).symbolId;
  const upToDate = () => history.caughtUp(core.status().committedSeq, PATIENCE_MS);

  /** Returns the id below which a page of open orders or positions begins. */
  function beginningOf({ cursor }: PageRequest): number {
    const before = cursor === null ? Number.POSITIVE_INFINITY : Number(cursor);
    if (Number.isNaN(before)) throw new Refusal('INVALID_INPUT', { field: 'cursor' });
    return before;
  }

  /** Builds a page from rows, newest first. One extra row shows that another page follows. */
  function openPage<Row extends { readonly id: number }>(
    rows: readonly Row[],
    { limit }: PageRequest,
  ): Listed<Row> {
    const records = rows.slice(0, limit);
    return { records, nextCursor: rows.length > limit ? String(records.at(-1)?.id) : null };
  }

  /** Open orders out of the kernel, with what the history adds to them. */
  async function openOrders(
    userId: number,
    symbolId: number | null,
    page: PageRequest,
  ): Promise<Listed<ContractOrderRow>> {
    const before = beginningOf(page);
    const found = await core.ask('contractOrders', userId, symbolId, before, page.limit + 1);
    const rowsNow = found.orders.map(({ order, settings }) =>
      openOrderRow(context(), order, settings, found),
    );
    const { records, nextCursor } = openPage(rowsNow, page);
    if (records.length === 0) return { records, nextCursor };
    await history.caughtUp(core.status().committedSeq, SHORT_PATIENCE_MS);
    const { rows } = await history.perpetual.orders({ userId, symbolId, done: false, ...page });
    const told = new Map(rows.map((record) => [record.orderId, orderRow(context(), record)]));
    return { records: records.map((order) => withHistory(order, told.get(order.id))), nextCursor };
  }

  /** From which side the price has to come to what orders wait for, as only the kernel knows. */
  async function withDirections(userId: number, records: ContractOrderRow[]): Promise<ContractOrderRow[]> {
    if (records.every(({ status }) => status !== 'waiting')) return records;
    const directions = await core.ask('contractTriggerDirections', userId);
    return records.map((order) =>
      order.status === 'waiting'
        ? { ...order, triggerDirection: directions.get(order.id) ?? order.triggerDirection }
        : order,
    );
  }

  const listed = <From, To>(
    { rows, next }: { readonly rows: readonly From[]; readonly next: string | null },
    show: (row: From) => To,
  ): Listed<To> => ({ records: rows.map(show), nextCursor: next });

  return {
    async positions(userId, symbol) {
      const symbolId = symbolIdOf(symbol);
      const now = context();
      const { positions, account, seq } = await core.ask(
        'contractPositions',
        userId,
        symbolId,
        now.settleAssetId,
      );
      return { records: positions.map((position) => positionRow(now, position, account, seq)), seq };
    },
    async orders(userId, { scope, symbol, clientOrderId = null }, page) {
      const symbolId = symbolIdOf(symbol);
      if (scope === 'open' && clientOrderId === null && !isOfTimes(page))
        return openOrders(userId, symbolId, page);
      await upToDate();
      const done = scope === 'all' ? null : scope === 'history';
      const found = await history.perpetual.orders({ userId, symbolId, done, clientOrderId, ...page });
      const { records, nextCursor } = listed(found, (order) => orderRow(context(), order));
      return { records: await withDirections(userId, records), nextCursor };
    },
    async order(userId, orderId) {
      await upToDate();
      const record = await history.perpetual.order(userId, orderId);
      if (record === null) throw new Refusal('UNKNOWN_ORDER');
      const fills = await history.perpetual.fills({ userId, orderId, limit: MOST_FILLS });
      const [order] = await withDirections(userId, [orderRow(context(), record)]);
      return {
        order: order as ContractOrderRow,
        fills: await placed(
          history,
          fills.rows.map((fill) => fillRow(context(), fill)),
        ),
      };
    },
    async fills(userId, symbol, page) {
      const symbolId = symbolIdOf(symbol);
      await upToDate();
      const found = await history.perpetual.fills({ userId, symbolId, ...page });
      return placedPage(
        history,
        listed(found, (fill) => fillRow(context(), fill)),
      );
    },
    async stops(userId, { scope, symbol }, page) {
      const symbolId = symbolIdOf(symbol);
      if (scope === 'open' && !isOfTimes(page)) {
        const before = beginningOf(page);
        const found = await core.ask('contractStops', userId, symbolId, before, page.limit + 1);
        return openPage(
          found.stops.map((exit) => stopRow(context(), exit, found)),
          page,
        );
      }
      await upToDate();
      const done = scope === 'all' ? null : scope === 'history';
      const found = await history.perpetual.exits({ userId, symbolId, done, ...page });
      return listed(found, (exit) => stopRow(context(), exit, { seq: exit.seq, timeMs: exit.updatedMs }));
    },
    async closed(userId, symbol, page) {
      const symbolId = symbolIdOf(symbol);
      await upToDate();
      const found = await history.perpetual.closedPositions({ userId, symbolId, ...page });
      return listed(found, (position) => closedPositionRow(context(), position));
    },
    async receipts(userId, symbol, page) {
      const symbolId = symbolIdOf(symbol);
      await upToDate();
      const found = await history.perpetual.receipts({ userId, symbolId, ...page });
      return placedPage(
        history,
        listed(found, (receipt) => receiptRow(context(), receipt)),
      );
    },
    async account(userId) {
      const now = context();
      const { account, seq } = await core.ask('contractAccount', userId, now.settleAssetId);
      return accountRow(now, account, seq);
    },
    async settings(userId) {
      const listed = contracts.current().contracts;
      const symbolIds = listed.map(({ symbolId }) => symbolId);
      const settings = await core.ask('contractSettings', userId, symbolIds);
      return listed.map(({ name }, at) => ({
        symbol: name,
        leverage: settings[at]?.leverage ?? 1,
        marginMode: settings[at]?.marginMode ?? 'cross',
      }));
    },
  };
}
