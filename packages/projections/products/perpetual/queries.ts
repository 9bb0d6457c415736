import type { Pool } from 'pg';
import { countOf, type Page, page, readCursor, Where } from '../../paging.ts';
import { lastKeptAs } from '../kept-as.ts';
import {
  type ClosedPositionRecord,
  type ContractFillRecord,
  type ContractOrderRecord,
  type ExitRecord,
  type FundingRecord,
  type ReceiptRecord,
  toClosedPosition,
  toContractFill,
  toContractOrder,
  toExit,
  toFunding,
  toReceipt,
} from './records.ts';

export interface ContractQuery {
  readonly userId: number;
  readonly symbolId?: number | null;
  /** From an earlier page's `next`; anything else gives an empty page. */
  readonly cursor?: string | null;
  /** At most 500. */
  readonly limit: number;
  /** Inclusive, by the time of the order, fill, settlement, or end of a position. */
  readonly fromMs?: number | null;
  /** Exclusive. */
  readonly toMs?: number | null;
}

export interface ContractOrderQuery extends ContractQuery {
  /** Only orders that are over, or only those that are not; both where it is missing. */
  readonly done?: boolean | null;
  /** Only orders with this id of the client's own. */
  readonly clientOrderId?: string | null;
}

interface Select<T> {
  readonly table: string;
  readonly where: (before: readonly number[]) => Where;
  readonly order: string;
  readonly keyOf: (row: T) => readonly number[];
  readonly to: (row: Readonly<Record<string, string | boolean | null>>) => T;
  readonly cursor: string | null | undefined;
  readonly cursorParts: number;
  readonly limit: number;
}

/** The columns of a table; of orders also the leverage that is set now, or was when the order ended. */
function columnsOf(table: string, schema: string): string {
  if (table !== 'contract_orders') return '*';
  const settings = `SELECT s.leverage FROM ${schema}.contract_settings s
    WHERE s.user_id = contract_orders.user_id AND s.symbol_id = contract_orders.symbol_id
      AND (contract_orders.done_reason IS NULL OR s.seq <= contract_orders.seq)
    ORDER BY s.seq DESC LIMIT 1`;
  return `*, (${settings}) AS set_leverage`;
}

/** Contracts as the read models have them, newest first. Rows may trail the kernel. */
export class ContractQueries {
  private readonly pool: Pick<Pool, 'query'>;
  private readonly schema: string;

  constructor(pool: Pick<Pool, 'query'>, schema: string) {
    this.pool = pool;
    this.schema = schema;
  }

  orders(query: ContractOrderQuery): Promise<Page<ContractOrderRecord>> {
    const { userId, symbolId, done, clientOrderId, cursor, limit } = query;
    return this.page({
      table: 'contract_orders',
      order: 'order_id DESC',
      to: toContractOrder,
      where: ([before]) =>
        new Where()
          .add('user_id = ?', userId)
          .add('order_id < ?', before)
          .add('symbol_id = ?', symbolId)
          .add('created_ms >= ?', query.fromMs)
          .add('created_ms < ?', query.toMs)
          .add('(done_reason IS NOT NULL) = ?', done)
          .add('client_order_id = ?', clientOrderId),
      keyOf: (row) => [row.orderId],
      cursor,
      cursorParts: 1,
      limit,
    });
  }

  /** One order of a user; null where the user has no such order. */
  async order(userId: number, orderId: number): Promise<ContractOrderRecord | null> {
    const where = new Where().add('user_id = ?', userId).add('order_id = ?', orderId);
    const rows = await this.select('contract_orders', where, 'order_id', 1, toContractOrder);
    return rows[0] ?? null;
  }

  /** Orders of any users by their ids. */
  async byIds(orderIds: readonly number[]): Promise<ReadonlyMap<number, ContractOrderRecord>> {
    const { rows } = await this.pool.query<Parameters<typeof toContractOrder>[0]>(
      `SELECT ${columnsOf('contract_orders', this.schema)} FROM ${this.schema}.contract_orders WHERE order_id = ANY($1)`,
      [orderIds],
    );
    return new Map(rows.map(toContractOrder).map((order) => [order.orderId, order]));
  }

  /** The order that stands for what is left of a user's order; null where none took its place. */
  async keptAs(userId: number, orderId: number): Promise<ContractOrderRecord | null> {
    const last = await lastKeptAs(this.pool, `${this.schema}.contract_orders`, orderId);
    return last === null ? null : this.order(userId, last);
  }

  fills(query: ContractQuery & { readonly orderId?: number | null }): Promise<Page<ContractFillRecord>> {
    const { userId, symbolId, orderId, cursor, limit } = query;
    return this.page({
      table: 'contract_fills',
      order: 'trade_id DESC',
      to: toContractFill,
      where: ([before]) =>
        new Where()
          .add('user_id = ?', userId)
          .add('trade_id < ?', before)
          .add('symbol_id = ?', symbolId)
          .add('time_ms >= ?', query.fromMs)
          .add('time_ms < ?', query.toMs)
          .add('order_id = ?', orderId),
      keyOf: (row) => [row.tradeId],
      cursor,
      cursorParts: 1,
      limit,
    });
  }

  /** Positions that are over, the last closed first. */
  closedPositions(query: ContractQuery): Promise<Page<ClosedPositionRecord>> {
    const { userId, symbolId, cursor, limit } = query;
    return this.page({
      table: 'contract_positions',
      order: 'seq DESC, position_id DESC',
      to: toClosedPosition,
      where: (before) =>
        new Where()
          .add('user_id = ?', userId)
          .add('closed_ms IS NOT NULL AND ?', true)
          .add('(seq, position_id) < (?, ?)', before[0], before[1])
          .add('closed_ms >= ?', query.fromMs)
          .add('closed_ms < ?', query.toMs)
          .add('symbol_id = ?', symbolId),
      keyOf: (row) => [row.seq, row.positionId],
      cursor,
      cursorParts: 2,
      limit,
    });
  }

  /** One position of a user that is over; null where there is no such. */
  async closedPosition(userId: number, positionId: number): Promise<ClosedPositionRecord | null> {
    const where = new Where()
      .add('user_id = ?', userId)
      .add('position_id = ?', positionId)
      .add('closed_ms IS NOT NULL AND ?', true);
    const rows = await this.select('contract_positions', where, 'position_id', 1, toClosedPosition);
    return rows[0] ?? null;
  }

  exits({
    userId,
    symbolId,
    done,
    cursor,
    limit,
    fromMs,
    toMs,
  }: ContractOrderQuery): Promise<Page<ExitRecord>> {
    return this.page({
      table: 'contract_exits',
      order: 'exit_id DESC',
      to: toExit,
      where: ([before]) =>
        new Where()
          .add('user_id = ?', userId)
          .add('exit_id < ?', before)
          .add('symbol_id = ?', symbolId)
          .add('(done_reason IS NOT NULL) = ?', done)
          .add('created_ms >= ?', fromMs)
          .add('created_ms < ?', toMs),
      keyOf: (row) => [row.exitId],
      cursor,
      cursorParts: 1,
      limit,
    });
  }

  /** One take-profit or stop-loss of a user; null where there is no such. */
  async exit(userId: number, exitId: number): Promise<ExitRecord | null> {
    const where = new Where().add('user_id = ?', userId).add('exit_id = ?', exitId);
    const rows = await this.select('contract_exits', where, 'exit_id', 1, toExit);
    return rows[0] ?? null;
  }

  /** Funding, liquidations, deleveraging and margin warnings of a user. */
  receipts(query: ContractQuery): Promise<Page<ReceiptRecord>> {
    const { userId, symbolId, cursor, limit } = query;
    return this.page({
      table: 'contract_receipts',
      order: 'seq DESC, line DESC',
      to: toReceipt,
      where: (before) =>
        new Where()
          .add('user_id = ?', userId)
          .add('(seq, line) < (?, ?)', before[0], before[1])
          .add('time_ms >= ?', query.fromMs)
          .add('time_ms < ?', query.toMs)
          .add('symbol_id = ?', symbolId),
      keyOf: (row) => [row.seq, row.line],
      cursor,
      cursorParts: 2,
      limit,
    });
  }

  /** The settled funding of one contract. */
  funding(symbolId: number, cursor: string | null, limit: number): Promise<Page<FundingRecord>> {
    return this.page({
      table: 'contract_funding',
      order: 'time_ms DESC',
      to: toFunding,
      where: ([before]) => new Where().add('symbol_id = ?', symbolId).add('time_ms < ?', before),
      keyOf: (row) => [row.timeMs],
      cursor,
      cursorParts: 1,
      limit,
    });
  }

  private async page<T>(query: Select<T>): Promise<Page<T>> {
    const before = readCursor(query.cursor, query.cursorParts);
    if (before === null) return { rows: [], next: null };
    const rows = await this.select(query.table, query.where(before), query.order, query.limit, query.to);
    return page(rows, query.limit, query.keyOf);
  }

  /** One row more than asked for, to tell whether there is a next page. */
  private async select<T>(
    table: string,
    where: Where,
    order: string,
    limit: number,
    to: Select<T>['to'],
  ): Promise<T[]> {
    const { rows } = await this.pool.query<Record<string, string | boolean | null>>(
      `SELECT ${columnsOf(table, this.schema)} FROM ${this.schema}.${table} WHERE ${where.sql} ORDER BY ${order} LIMIT ${countOf(limit) + 1}`,
      where.values,
    );
    return rows.map(to);
  }
}
