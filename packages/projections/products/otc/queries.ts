import type { OtcOrderCreatedEvent } from '@candor/kernel';
import type { Pool } from 'pg';
import { countOf, type Page, page, readCursor, Where } from '../../paging.ts';
import { FIRST_OTC_END, type OtcOrderEvent, type OtcState, otcStates } from './codes.ts';

/** An order with what became of it. */
export interface OtcOrderRecord {
  readonly created: OtcOrderCreatedEvent;
  readonly state: OtcState;
  readonly paidMs: number | null;
  readonly endedMs: number | null;
  readonly timeMs: number;
  readonly seq: number;
}

/** An event of an order, with the command that brought it. */
export interface OtcEntryRecord {
  readonly event: OtcOrderEvent;
  readonly seq: number;
  readonly line: number;
  readonly timeMs: number;
}

/** Filter of a user's orders: times of their taking, in ms. */
export interface OtcOrderQuery {
  readonly isOpen?: boolean | undefined;
  /** Only those of own offers, or only those that took one. */
  readonly isMaker?: boolean | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

/** Figures of a user's orders since a time. A pair counts once a day, on either side. */
export interface OtcStanding {
  readonly released: number;
  /** Ends at the user's own fault. */
  readonly faults: number;
  /** Median time from paid to the end of what the user sold, appeals among it; null for none. */
  readonly medianReleaseMs: number | null;
}

/** Deeds of a user as a payer: released orders that the user bought in. */
export interface OtcPayer {
  readonly released: number;
  readonly sellers: number;
  readonly firstMs: number | null;
}

/** Released orders on a maker's offers, by coin. */
export interface OtcVolume {
  readonly assetId: number;
  readonly bought: bigint;
  readonly sold: bigint;
  readonly orders: number;
}

type Int8 = string;

interface OrderRow {
  readonly event: string;
  readonly state: number;
  readonly paid_ms: Int8 | null;
  readonly ended_ms: Int8 | null;
  readonly time_ms: Int8;
  readonly seq: Int8;
}

const DAY_MS = 86_400_000;
/** Fields that are whole numbers without bounds: the texts of users may look like numbers as well. */
const BIG: ReadonlySet<string> = new Set([
  'amount',
  'fee',
  'value',
  'total',
  'price',
  'seenPrice',
  'rate',
  'floor',
  'cap',
  'indexOver',
  'indexUnder',
]);

/** OTC orders as the read models have them: rows may trail the kernel. */
export class OtcQueries {
  private readonly pool: Pick<Pool, 'query'>;
  private readonly schema: string;

  constructor(pool: Pick<Pool, 'query'>, schema: string) {
    this.pool = pool;
    this.schema = schema;
  }

  /** Orders of a user on either side, newest first. */
  async orders(
    userId: number,
    { isOpen, isMaker, fromMs, toMs }: OtcOrderQuery,
    cursor: string | null,
    limit: number,
  ): Promise<Page<OtcOrderRecord>> {
    const before = readCursor(cursor, 1);
    if (before === null) return { rows: [], next: null };
    const where = new Where().add('(buyer_id = ? OR seller_id = ?)', userId, userId);
    if (isOpen !== undefined) where.add(`(state < ${FIRST_OTC_END}) = ?`, isOpen);
    if (isMaker !== undefined) where.add(`((event::jsonb->>'makerId')::bigint = ?) = ${isMaker}`, userId);
    where.add('time_ms >= ?', fromMs).add('time_ms < ?', toMs).add('order_id < ?', before[0]);
    const { rows } = await this.pool.query<OrderRow>(
      `SELECT * FROM ${this.schema}.otc_orders WHERE ${where.sql}
       ORDER BY order_id DESC LIMIT ${countOf(limit) + 1}`,
      where.values,
    );
    return page(rows.map(toOrder), limit, ({ created }) => [created.orderId]);
  }

  /** An order of anybody; null for none. The caller says who may see it. */
  async order(orderId: number): Promise<OtcOrderRecord | null> {
    const { rows } = await this.pool.query<OrderRow>(
      `SELECT * FROM ${this.schema}.otc_orders WHERE order_id = $1`,
      [orderId],
    );
    return rows[0] === undefined ? null : toOrder(rows[0]);
  }

  /** Everything that happened to an order, oldest first. */
  async entries(orderId: number): Promise<readonly OtcEntryRecord[]> {
    const { rows } = await this.pool.query<{ event: string; seq: Int8; line: Int8; time_ms: Int8 }>(
      `SELECT event, seq, line, time_ms FROM ${this.schema}.otc_order_entries
       WHERE order_id = $1 ORDER BY seq, line`,
      [orderId],
    );
    return rows.map((row) => ({
      event: readEvent<OtcOrderEvent>(row.event),
      seq: Number(row.seq),
      line: Number(row.line),
      timeMs: Number(row.time_ms),
    }));
  }

  /** Figures of a user's orders that ended since a time. */
  async standing(userId: number, sinceMs: number): Promise<OtcStanding> {
    const { rows } = await this.pool.query<{ released: Int8; faults: Int8; median: string | null }>(
      `SELECT count(DISTINCT (other, day)) FILTER (WHERE winner_id = buyer_id) AS released,
         count(DISTINCT (other, day)) FILTER (WHERE fault_id = $1) AS faults,
         percentile_disc(0.5) WITHIN GROUP (ORDER BY ended_ms - paid_ms)
           FILTER (WHERE winner_id = buyer_id AND seller_id = $1) AS median
       FROM (SELECT *, buyer_id + seller_id - $1::bigint AS other, ended_ms / ${DAY_MS} AS day
         FROM ${this.schema}.otc_orders
         WHERE (buyer_id = $1 OR seller_id = $1) AND ended_ms >= $2) AS own`,
      [userId, sinceMs],
    );
    const { released, faults, median } = rows[0]!;
    return {
      released: Number(released),
      faults: Number(faults),
      medianReleaseMs: median === null ? null : Number(median),
    };
  }

  /** Deeds of a user as a payer. */
  async payer(userId: number): Promise<OtcPayer> {
    const { rows } = await this.pool.query<{ released: Int8; sellers: Int8; first: Int8 | null }>(
      `SELECT count(*) AS released, count(DISTINCT seller_id) AS sellers, min(ended_ms) AS first
       FROM ${this.schema}.otc_orders WHERE buyer_id = $1 AND winner_id = $1`,
      [userId],
    );
    const { released, sellers, first } = rows[0]!;
    return {
      released: Number(released),
      sellers: Number(sellers),
      firstMs: first === null ? null : Number(first),
    };
  }

  /** Orders of two users that were released, whichever of them bought. */
  async pairReleased(userId: number, otherId: number): Promise<number> {
    const { rows } = await this.pool.query<{ count: Int8 }>(
      `SELECT count(*) AS count FROM ${this.schema}.otc_orders
       WHERE winner_id = buyer_id AND ((buyer_id = $1 AND seller_id = $2) OR (buyer_id = $2 AND seller_id = $1))`,
      [userId, otherId],
    );
    return Number(rows[0]!.count);
  }

  /** Released orders on a user's own offers that ended since a time. */
  async volume(userId: number, sinceMs: number): Promise<readonly OtcVolume[]> {
    const { rows } = await this.pool.query<{ asset: string; bought: string; sold: string; orders: Int8 }>(
      `SELECT asset, sum(amount) FILTER (WHERE buyer_id = $1) AS bought,
         sum(amount) FILTER (WHERE seller_id = $1) AS sold, count(*) AS orders
       FROM (SELECT *, event::jsonb->>'assetId' AS asset, (event::jsonb->>'amount')::numeric AS amount
         FROM ${this.schema}.otc_orders
         WHERE (buyer_id = $1 OR seller_id = $1) AND ended_ms >= $2 AND winner_id = buyer_id
           AND (event::jsonb->>'makerId')::bigint = $1) AS own
       GROUP BY asset ORDER BY asset`,
      [userId, sinceMs],
    );
    return rows.map(({ asset, bought, sold, orders }) => ({
      assetId: Number(asset),
      bought: BigInt(bought ?? 0),
      sold: BigInt(sold ?? 0),
      orders: Number(orders),
    }));
  }
}

function readEvent<Event>(text: string): Event {
  return JSON.parse(text, (name, value: unknown) =>
    typeof value === 'string' && BIG.has(name) ? BigInt(value) : value,
  ) as Event;
}

function toOrder(row: OrderRow): OtcOrderRecord {
  const ms = (value: Int8 | null) => (value === null ? null : Number(value));
  return {
    created: readEvent<OtcOrderCreatedEvent>(row.event),
    state: otcStates.word(row.state),
    paidMs: ms(row.paid_ms),
    endedMs: ms(row.ended_ms),
    timeMs: Number(row.time_ms),
    seq: Number(row.seq),
  };
}
