import type { OrderType, Side, WalletKind } from '@candor/kernel';
import type { Amount } from '@candor/money';
import type { Pool } from 'pg';
import { orderTypes, sides } from '../../codes.ts';
import { countOf, type Page, page, readCursor, Where } from '../../paging.ts';
import { lastKeptAs } from '../kept-as.ts';
import { type FillRecord, type OrderRecord, type TradeRecord, toFill, toOrder, toTrade } from './records.ts';

export interface PageQuery {
  readonly userId: number;
  /** From an earlier page's `next`; anything else gives an empty page. */
  readonly cursor?: string | null;
  /** At most 500. */
  readonly limit: number;
  readonly symbolId?: number | null;
  /** Inclusive, by the time of the order or fill. */
  readonly fromMs?: number | null;
  /** Exclusive. */
  readonly toMs?: number | null;
}

export interface OrderQuery extends PageQuery {
  /** Only orders of this wallet; of all wallets where it is missing. */
  readonly wallet?: OrderWallet | null;
  readonly side?: Side | null;
  readonly orderType?: OrderType | null;
  /** Only orders with this id of the client's own. */
  readonly clientOrderId?: string | null;
  /** Only orders that are over, or only those that are not; both where it is missing. */
  readonly done?: boolean | null;
}

export interface FillQuery extends PageQuery {
  readonly orderId?: number | null;
}

/** Queries of spot orders, fills and trades. Rows may trail the kernel: `caughtUp` waits for a command's rows. */
export class SpotQueries {
  private readonly pool: Pick<Pool, 'query'>;
  private readonly schema: string;

  constructor(pool: Pick<Pool, 'query'>, schema: string) {
    this.pool = pool;
    this.schema = schema;
  }

  /** A user's orders, newest first. */
  async orders(query: OrderQuery): Promise<Page<OrderRecord>> {
    const before = readCursor(query.cursor, 1);
    if (before === null) return { rows: [], next: null };
    const where = new Where()
      .add('user_id = ?', query.userId)
      .add('order_id < ?', before[0])
      .add('symbol_id = ?', query.symbolId)
      .add(walletTerm(this.schema, query.wallet))
      .add('created_ms >= ?', query.fromMs)
      .add('created_ms < ?', query.toMs)
      .add('side = ?', query.side && sides.of(query.side))
      .add('order_type = ?', query.orderType && orderTypes.of(query.orderType))
      .add('client_order_id = ?', query.clientOrderId)
      .add('(done_reason IS NOT NULL) = ?', query.done);
    const rows = await this.selectOrders(where, query.limit);
    return page(rows, query.limit, (row) => [row.orderId]);
  }

  /** One order of a user; null where the user has no such order. */
  async order(userId: number, orderId: number): Promise<OrderRecord | null> {
    const where = new Where().add('user_id = ?', userId).add('order_id = ?', orderId);
    const rows = await this.selectOrders(where, 1);
    return rows[0] ?? null;
  }

  /** Orders of any users by their ids, each with its wallet. */
  async byIds(orderIds: readonly number[]): Promise<ReadonlyMap<number, OrderInWallet>> {
    const { rows } = await this.pool.query<Parameters<typeof toOrder>[0] & { isolated: boolean | null }>(
      `SELECT *, (SELECT m.isolated FROM ${this.schema}.margin_orders AS m WHERE m.order_id = orders.order_id)
       FROM ${this.schema}.${this.withTriggers()} WHERE order_id = ANY($1)`,
      [orderIds],
    );
    return new Map(
      rows.map((row) => {
        const order = toOrder(row);
        const margin = row.isolated === true ? 'margin-isolated' : 'margin-cross';
        return [order.orderId, { ...order, wallet: row.isolated === null ? 'spot' : margin }];
      }),
    );
  }

  /** The order that stands for what is left of a user's order; null where none took its place. */
  async keptAs(userId: number, orderId: number): Promise<OrderRecord | null> {
    const last = await lastKeptAs(this.pool, `${this.schema}.waiting_orders`, orderId);
    return last === null ? null : this.order(userId, last);
  }

  /** A user's fills, newest first. */
  async fills(query: FillQuery): Promise<Page<FillRecord>> {
    const before = readCursor(query.cursor, 1);
    if (before === null) return { rows: [], next: null };
    const where = new Where()
      .add('user_id = ?', query.userId)
      .add('trade_id < ?', before[0])
      .add('symbol_id = ?', query.symbolId)
      .add('order_id = ?', query.orderId)
      .add('time_ms >= ?', query.fromMs)
      .add('time_ms < ?', query.toMs);
    const rows = await this.select('fills', where, 'trade_id DESC', query.limit, toFill);
    return page(rows, query.limit, (row) => [row.tradeId]);
  }

  /** The newest trades of a symbol, newest first, house flow included and marked. */
  async recentTrades(symbolId: number, limit: number): Promise<readonly TradeRecord[]> {
    const where = new Where().add('symbol_id = ?', symbolId);
    const rows = await this.select('trades', where, 'time_ms DESC, trade_id DESC', limit, toTrade);
    return rows.slice(0, countOf(limit));
  }

  /** The newest trades of all symbols whose fees are filled in, newest first. */
  async lastTrades(limit: number): Promise<readonly TradeRecord[]> {
    const where = new Where().add('(buyer_fee_ppm IS NOT NULL) = ?', true);
    const rows = await this.select('trades', where, 'trade_id DESC', limit, toTrade);
    return rows.slice(0, countOf(limit));
  }

  /** Returns how many trades of these symbols there were from `fromMs` on, the house's too. */
  async tradesSince(symbolIds: readonly number[], fromMs: number): Promise<number> {
    const { rows } = await this.pool.query<{ trades: string }>(
      `SELECT count(*)::text AS trades FROM ${this.schema}.trades WHERE symbol_id = ANY($1) AND time_ms >= $2`,
      [symbolIds, fromMs],
    );
    return Number(rows[0]?.trades ?? 0);
  }

  /**
   * Returns the volume that users traded with each other from `fromMs` on: lots and quote units, house flow left out.
   */
  async ownVolume(
    symbolId: number,
    fromMs: number,
  ): Promise<{ readonly lots: bigint; readonly quote: Amount }> {
    const { rows } = await this.pool.query<{ lots: string; quote: string }>(
      `SELECT coalesce(sum(lots), 0)::text AS lots, coalesce(sum(quote_amount), 0)::text AS quote
       FROM ${this.schema}.trades WHERE symbol_id = $1 AND time_ms >= $2 AND NOT house`,
      [symbolId, fromMs],
    );
    return { lots: BigInt(rows[0]?.lots ?? 0), quote: BigInt(rows[0]?.quote ?? 0) as Amount };
  }

  /** Newest first, with what they wait or waited for. */
  private selectOrders(where: Where, limit: number): Promise<OrderRecord[]> {
    return this.select(this.withTriggers(), where, 'order_id DESC', limit, toOrder);
  }

  /** The table of orders, each row with what the order waits or waited for. */
  private withTriggers(): string {
    const columns = `kind, source, trigger_ticks, callback_ppm, callback_ticks, activation_ticks, twin_order_id,
      threshold_ticks, fired_ticks, fired_ms, rejected`;
    return `orders LEFT JOIN (SELECT order_id, ${columns} FROM ${this.schema}.waiting_orders) AS w
      USING (order_id)`;
  }

  /** One row more than asked for, to tell whether there is a next page. */
  private async select<R extends object, T>(
    table: string,
    where: Where,
    order: string,
    limit: number,
    to: (row: R) => T,
  ): Promise<T[]> {
    const { rows } = await this.pool.query<R>(
      `SELECT * FROM ${this.schema}.${table} WHERE ${where.sql} ORDER BY ${order} LIMIT ${countOf(limit) + 1}`,
      where.values,
    );
    return rows.map(to);
  }
}

/** Wallets that have orders in the spot books. */
export type OrderWallet = Extract<WalletKind, 'spot' | 'margin-cross' | 'margin-isolated'>;

export interface OrderInWallet extends OrderRecord {
  readonly wallet: OrderWallet;
}

function walletTerm(schema: string, wallet: OrderWallet | null | undefined): string {
  if (wallet === null || wallet === undefined) return 'true';
  const of = `SELECT 1 FROM ${schema}.margin_orders AS m WHERE m.order_id = orders.order_id`;
  if (wallet === 'spot') return `NOT EXISTS (${of})`;
  return `EXISTS (${of} AND m.isolated = ${wallet === 'margin-isolated'})`;
}
