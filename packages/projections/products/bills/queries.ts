import { DEBT_NUMBER, type EntryKind, type WalletKind, walletAccount, walletNumber } from '@candor/kernel';
import type { Pool } from 'pg';
import { entryKinds } from '../../codes.ts';
import { countOf, type Page, page, readCursor, Where } from '../../paging.ts';
import { type BillRecord, toBill } from './records.ts';

export interface BillQuery {
  readonly userId: number;
  /** From an earlier page's `next`; anything else gives an empty page. */
  readonly cursor?: string | null;
  /** At most 500. */
  readonly limit: number;
  /** Inclusive, by the time of the entry. */
  readonly fromMs?: number | null;
  /** Exclusive. */
  readonly toMs?: number | null;
  readonly assetId?: number | null;
  readonly kind?: EntryKind | null;
  /** With what the wallet owes; all isolated margin wallets are one kind. */
  readonly wallet?: WalletKind | null;
}

/** Queries of users' bills. Rows may trail the kernel: `caughtUp` waits for a command's rows. */
export class BillQueries {
  private readonly pool: Pick<Pool, 'query'>;
  private readonly schema: string;

  constructor(pool: Pick<Pool, 'query'>, schema: string) {
    this.pool = pool;
    this.schema = schema;
  }

  /** A user's bills, newest first. */
  async bills(query: BillQuery): Promise<Page<BillRecord>> {
    const before = readCursor(query.cursor, 2);
    if (before === null) return { rows: [], next: null };
    const where = new Where()
      .add('user_id = ?', query.userId)
      .add('(seq, line) < (?, ?)', before[0], before[1])
      .add('asset_id = ?', query.assetId)
      .add('kind = ?', query.kind && entryKinds.of(query.kind))
      .add('wallet % ? BETWEEN ? AND ?', ...walletNumbers(query.wallet))
      .add('time_ms >= ?', query.fromMs)
      .add('time_ms < ?', query.toMs);
    const { rows } = await this.pool.query<Parameters<typeof toBill>[0]>(
      `SELECT * FROM ${this.schema}.entries WHERE ${where.sql} ORDER BY seq DESC, line DESC
       LIMIT ${countOf(query.limit) + 1}`,
      where.values,
    );
    return page(rows.map(toBill), query.limit, (row) => [row.seq, row.line]);
  }

  /** The newest line before a time of each of a user's accounts and assets. */
  async lastBefore(userId: number, beforeMs: number): Promise<BillRecord[]> {
    const { rows } = await this.pool.query<Parameters<typeof toBill>[0]>(
      `SELECT DISTINCT ON (wallet, asset_id) * FROM ${this.schema}.entries
       WHERE user_id = $1 AND time_ms < $2 ORDER BY wallet, asset_id, seq DESC, line DESC`,
      [userId, beforeMs],
    );
    return rows.map(toBill);
  }

  /** A user's lines of a time, in their order, after a sequence number and line; at most `limit`. */
  async chronicle(
    range: BillRange,
    [seq, line]: readonly [number, number],
    limit: number,
  ): Promise<BillRecord[]> {
    const { rows } = await this.pool.query<Parameters<typeof toBill>[0]>(
      `SELECT * FROM ${this.schema}.entries WHERE ${IN_RANGE} AND (seq, line) > ($5, $6)
       ORDER BY seq, line LIMIT ${Math.floor(limit)}`,
      [...rangeValues(range), seq, line],
    );
    return rows.map(toBill);
  }

  /** The number of a user's lines of a time. */
  async countOf(range: BillRange): Promise<number> {
    const { rows } = await this.pool.query<{ count: string }>(
      `SELECT count(*) FROM ${this.schema}.entries WHERE ${IN_RANGE}`,
      rangeValues(range),
    );
    return Number(rows[0]?.count ?? 0);
  }

  /** By UTC day since 1970 and asset: what a user's wallets changed by, debts among them, oldest first. */
  async dailyChanges(
    userId: number,
    fromMs: number,
  ): Promise<{ readonly day: number; readonly assetId: number; readonly amount: bigint }[]> {
    const { rows } = await this.pool.query<{ day: string; asset_id: number; amount: string }>(
      `SELECT time_ms / 86400000 AS day, asset_id, sum(amount)::text AS amount
       FROM ${this.schema}.entries WHERE user_id = $1 AND time_ms >= $2
       GROUP BY 1, 2 ORDER BY 1, 2`,
      [userId, fromMs],
    );
    return rows.map(({ day, asset_id, amount }) => ({
      day: Number(day),
      assetId: asset_id,
      amount: BigInt(amount),
    }));
  }

  /** A user's trades and swaps of an asset against another, fees included, oldest first, at most `limit`. */
  async tradesOf(
    userId: number,
    assetId: number,
    valueAssetId: number,
    limit: number,
  ): Promise<{ readonly coin: bigint; readonly value: bigint }[]> {
    const kinds = (['trade', 'fee', 'swap'] as const).map((kind) => entryKinds.of(kind));
    const { rows } = await this.pool.query<{ coin: string; value: string }>(
      `SELECT sum(amount) FILTER (WHERE asset_id = $2)::text AS coin,
         sum(amount) FILTER (WHERE asset_id = $3)::text AS value
       FROM ${this.schema}.entries
       WHERE user_id = $1 AND kind = ANY($4) AND asset_id IN ($2, $3)
       GROUP BY seq, order_id
       HAVING bool_or(asset_id = $2) AND bool_or(asset_id = $3)
       ORDER BY seq, order_id LIMIT ${Math.floor(limit)}`,
      [userId, assetId, valueAssetId, kinds],
    );
    return rows.map(({ coin, value }) => ({ coin: BigInt(coin), value: BigInt(value) }));
  }

  /** The time of a user's first line; null for none. */
  async firstMs(userId: number): Promise<number | null> {
    const { rows } = await this.pool.query<{ time_ms: string }>(
      `SELECT time_ms FROM ${this.schema}.entries WHERE user_id = $1 ORDER BY seq, line LIMIT 1`,
      [userId],
    );
    return rows[0] === undefined ? null : Number(rows[0].time_ms);
  }
}

/** Lines of a user within a time, up to a command. */
export interface BillRange {
  readonly userId: number;
  /** Inclusive. */
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  readonly untilSeq: number;
}

const IN_RANGE = 'user_id = $1 AND time_ms >= $2 AND time_ms < $3 AND seq <= $4';
const rangeValues = ({ userId, fromMs, toMs, untilSeq }: BillRange) => [userId, fromMs, toMs, untilSeq];

/** Divisor of a wallet's number, and the bounds of the remainder; nulls for all wallets. */
function walletNumbers(kind: WalletKind | null | undefined): readonly (number | null)[] {
  if (kind === null || kind === undefined) return [null, null, null];
  const first = walletNumber(walletAccount(0, kind));
  return [DEBT_NUMBER, first, kind === 'margin-isolated' ? DEBT_NUMBER : first];
}
