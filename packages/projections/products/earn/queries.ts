import type { EarnProduct, FixedEnd, FixedOffer, FixedOrder } from '@candor/kernel';
import type { Amount } from '@candor/money';
import type { Pool } from 'pg';
import { entryKinds } from '../../codes.ts';
import { countOf, type Page, page, readCursor, Where } from '../../paging.ts';
import { type OfferChangeRecord, readOfferChanges } from '../offer-changes.ts';
import { fixedEnds, type PoolEntryKind, poolEntryKinds } from './codes.ts';

/** End of an order, with what it paid beside the principal. */
export interface EarnEnd {
  readonly how: FixedEnd;
  readonly wholeDays: number;
  readonly paidInterest: Amount;
  readonly released: Amount;
  readonly endedMs: number;
  /** The order that renews it; 0 for none. */
  readonly renewedAs: number;
}

/** An order with the offer that it began by. */
export interface EarnRecord<O extends FixedOffer = FixedOffer> {
  readonly order: FixedOrder;
  readonly offer: Omit<O, 'closesMs'>;
  /** Null while it is open. */
  readonly end: EarnEnd | null;
  /** Command of its beginning. */
  readonly beganSeq: number;
  /** Command of its end, or of its beginning while it is open. */
  readonly seq: number;
}

export interface EarnQuery {
  readonly userId: number;
  /** Null for all. */
  readonly state: 'open' | FixedEnd | null;
  readonly cursor: string | null;
  readonly limit: number;
  /** Inclusive, by the time of the beginning. */
  readonly fromMs?: number | null;
  /** Exclusive. */
  readonly toMs?: number | null;
}

/** A movement of a pool. */
export interface PoolEntryRecord {
  readonly seq: number;
  readonly line: number;
  readonly timeMs: number;
  readonly assetId: number;
  readonly kind: PoolEntryKind;
  readonly amount: Amount;
  /** The free part after it. */
  readonly balance: Amount;
  readonly reason: string;
}

/** Sums of a pool. */
export interface PoolSums {
  readonly assetId: number;
  /** Interest of one day of the open orders. */
  readonly daily: Amount;
  readonly paid: Amount;
  readonly paid7Days: Amount;
  readonly paid30Days: Amount;
  /** Parts of base units that all payments lost by rounding, in millionths of one. */
  readonly rounded: bigint;
}

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

type Int8 = string;

interface Row {
  readonly order_id: Int8;
  readonly user_id: Int8;
  readonly offer_id: Int8;
  readonly asset_id: Int8;
  readonly amount: Int8;
  readonly daily_ppm: Int8;
  readonly cycle_days: Int8;
  readonly exit_ppm: Int8;
  readonly interest: Int8;
  readonly began_ms: Int8;
  readonly matures_ms: Int8;
  readonly auto_renew: boolean;
  readonly renewal_of: Int8;
  readonly seq: Int8;
  readonly how: number | null;
  readonly whole_days: Int8;
  readonly paid_interest: Int8;
  readonly released: Int8;
  readonly ended_ms: Int8;
  readonly renewed_as: Int8;
  readonly ended_seq: Int8;
  readonly offer: string;
}

interface EntryRow {
  readonly seq: Int8;
  readonly line: Int8;
  readonly asset_id: Int8;
  readonly kind: number;
  readonly amount: Int8;
  readonly balance: Int8;
  readonly reason: string;
  readonly time_ms: Int8;
}

const amountOf = (text: string) => BigInt(text) as Amount;

/** Orders with a cycle of one product as the read models have them: rows may trail the kernel. */
export class EarnQueries<O extends FixedOffer = FixedOffer> {
  private readonly pool: Pick<Pool, 'query'>;
  private readonly schema: string;
  private readonly product: EarnProduct;
  /** Schema and first word of the tables' names. */
  private readonly tables: string;

  constructor(pool: Pick<Pool, 'query'>, schema: string, product: EarnProduct) {
    this.pool = pool;
    this.schema = schema;
    this.product = product;
    this.tables = `${schema}.${product}`;
  }

  /** A user's orders, newest first. */
  async orders({ userId, state, cursor, limit, fromMs, toMs }: EarnQuery): Promise<Page<EarnRecord<O>>> {
    const before = readCursor(cursor, 1);
    if (before === null) return { rows: [], next: null };
    const where = new Where()
      .add('o.user_id = ?', userId)
      .add('o.order_id < ?', before[0])
      .add('o.began_ms >= ?', fromMs)
      .add('o.began_ms < ?', toMs);
    if (state === 'open') where.add('(o.how IS NULL) = ?', true);
    else where.add('o.how = ?', state === null ? null : fixedEnds.of(state));
    const rows = await this.select(where, limit);
    return page(rows, limit, ({ order }) => [order.orderId]);
  }

  /** One order of a user; null where the user has no such order. */
  async order(userId: number, orderId: number): Promise<EarnRecord<O> | null> {
    const where = new Where().add('o.user_id = ?', userId).add('o.order_id = ?', orderId);
    return (await this.select(where, 1))[0] ?? null;
  }

  /** Open orders of all users that renew themselves, the newest first. */
  async renewing(cursor: string | null, limit: number): Promise<Page<EarnRecord<O>>> {
    const before = readCursor(cursor, 1);
    if (before === null) return { rows: [], next: null };
    const where = new Where()
      .add('o.auto_renew = ?', true)
      .add('(o.how IS NULL) = ?', true)
      .add('o.order_id < ?', before[0]);
    const rows = await this.select(where, limit);
    return page(rows, limit, ({ order }) => [order.orderId]);
  }

  /** Newest acts of the operators on the offers. */
  offerChanges(limit: number): Promise<readonly OfferChangeRecord[]> {
    return readOfferChanges(this.pool, `${this.tables}_offer_changes`, limit);
  }

  /** Movements of the pools, newest first; those of one asset, or with null of all. */
  async entries(
    assetId: number | null,
    cursor: string | null,
    limit: number,
  ): Promise<Page<PoolEntryRecord>> {
    const before = readCursor(cursor, 2);
    if (before === null) return { rows: [], next: null };
    const where = new Where().add('asset_id = ?', assetId);
    if (before.length === 2) where.add('(seq, line) < (?, ?)', ...before);
    const { rows } = await this.pool.query<EntryRow>(
      `SELECT * FROM ${this.tables}_entries WHERE ${where.sql}
       ORDER BY seq DESC, line DESC LIMIT ${countOf(limit) + 1}`,
      where.values,
    );
    return page(rows.map(toEntry), limit, ({ seq, line }) => [seq, line]);
  }

  /** Sums of all pools; what was paid lately is counted by whole hours, the present one included. */
  async sums(nowMs: number): Promise<readonly PoolSums[]> {
    const hour = Math.floor(nowMs / HOUR_MS);
    const { tables } = this;
    const { rows } = await this.pool.query<
      Record<'asset_id' | 'daily' | 'paid' | 'rounded' | 'days7' | 'days30', Int8>
    >(
      `SELECT p.asset_id, p.daily, p.paid, p.rounded, coalesce(h.days7, 0)::text AS days7, coalesce(h.days30, 0)::text AS days30
       FROM ${tables}_pools AS p
       LEFT JOIN (SELECT asset_id, sum(paid) AS days30, sum(paid) FILTER (WHERE hour > $1) AS days7
         FROM ${tables}_hours WHERE hour > $2 GROUP BY asset_id) AS h USING (asset_id)
       ORDER BY p.asset_id`,
      [hour - 7 * DAY_HOURS, hour - 30 * DAY_HOURS],
    );
    return rows.map((row) => ({
      assetId: Number(row.asset_id),
      daily: amountOf(row.daily),
      paid: amountOf(row.paid),
      paid7Days: amountOf(row.days7),
      paid30Days: amountOf(row.days30),
      rounded: BigInt(row.rounded),
    }));
  }

  /** Interest that a user was ever paid, by asset. */
  async paidTo(userId: number): Promise<ReadonlyMap<number, Amount>> {
    const { rows } = await this.pool.query<Record<'asset_id' | 'paid', Int8>>(
      `SELECT asset_id, paid FROM ${this.tables}_paid WHERE user_id = $1`,
      [userId],
    );
    return new Map(rows.map((row) => [Number(row.asset_id), amountOf(row.paid)]));
  }

  /**
   * Principal that a user moved into orders and out of them, by UTC day since 1970 and asset: the sum of the days before
   * `fromMs` has the day null. Its days are those of the ledger's entries.
   */
  async principalMoves(
    userId: number,
    fromMs: number,
  ): Promise<{ readonly day: number | null; readonly assetId: number; readonly amount: bigint }[]> {
    const [subscribe, ...ends] = (['subscribe', 'matured', 'redeemed'] as const).map((end) =>
      entryKinds.of(`${this.product}-${end}`),
    );
    const { rows } = await this.pool.query<{ day: Int8 | null; asset_id: Int8; amount: Int8 }>(
      `SELECT CASE WHEN e.time_ms >= $2 THEN e.time_ms / 86400000 END AS day, e.asset_id,
         sum(CASE WHEN e.kind = $3 THEN o.amount ELSE -o.amount END)::text AS amount
       FROM ${this.schema}.entries AS e JOIN ${this.tables}_orders AS o USING (order_id)
       WHERE e.user_id = $1 AND o.user_id = $1 AND e.kind = ANY($4)
       GROUP BY 1, 2 ORDER BY 1 NULLS FIRST, 2`,
      [userId, fromMs, subscribe, [subscribe, ...ends]],
    );
    return rows.map(({ day, asset_id, amount }) => ({
      day: day === null ? null : Number(day),
      assetId: Number(asset_id),
      amount: BigInt(amount),
    }));
  }

  private async select(where: Where, limit: number): Promise<EarnRecord<O>[]> {
    const { rows } = await this.pool.query<Row>(
      `SELECT o.*, f.event AS offer FROM ${this.tables}_orders AS o
       JOIN ${this.tables}_offers AS f USING (offer_id)
       WHERE ${where.sql} ORDER BY o.order_id DESC LIMIT ${countOf(limit) + 1}`,
      where.values,
    );
    return rows.map((row) => toRecord<O>(row));
  }
}

function toRecord<O extends FixedOffer>(row: Row): EarnRecord<O> {
  const { how } = row;
  return {
    order: {
      orderId: Number(row.order_id),
      userId: Number(row.user_id),
      offerId: Number(row.offer_id),
      assetId: Number(row.asset_id),
      amount: amountOf(row.amount),
      dailyPpm: Number(row.daily_ppm),
      cycleDays: Number(row.cycle_days),
      exitPpm: Number(row.exit_ppm),
      interest: amountOf(row.interest),
      beganMs: Number(row.began_ms),
      maturesMs: Number(row.matures_ms),
      autoRenew: row.auto_renew,
      renewalOf: Number(row.renewal_of),
    },
    offer: toOffer<O>(row.offer),
    end:
      how === null
        ? null
        : {
            how: fixedEnds.word(how),
            wholeDays: Number(row.whole_days),
            paidInterest: amountOf(row.paid_interest),
            released: amountOf(row.released),
            endedMs: Number(row.ended_ms),
            renewedAs: Number(row.renewed_as),
          },
    beganSeq: Number(row.seq),
    seq: Number(how === null ? row.seq : row.ended_seq),
  };
}

/** Reads the event of an offer back: amounts stand in it as text. */
function toOffer<O extends FixedOffer>(text: string): EarnRecord<O>['offer'] {
  const { type: _, reason: __, ...event } = JSON.parse(text) as Readonly<Record<string, string | number>>;
  const amount = (name: keyof FixedOffer) => amountOf(`${event[name]}`);
  return {
    ...event,
    minAmount: amount('minAmount'),
    maxAmount: amount('maxAmount'),
    capAmount: amount('capAmount'),
    userCapAmount: amount('userCapAmount'),
  } as unknown as EarnRecord<O>['offer'];
}

function toEntry(row: EntryRow): PoolEntryRecord {
  return {
    seq: Number(row.seq),
    line: Number(row.line),
    timeMs: Number(row.time_ms),
    assetId: Number(row.asset_id),
    kind: poolEntryKinds.word(row.kind),
    amount: amountOf(row.amount),
    balance: amountOf(row.balance),
    reason: row.reason,
  };
}
