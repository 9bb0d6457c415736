import type { SwapQuote } from '@candor/kernel';
import type { Amount } from '@candor/money';
import type { Pool } from 'pg';
import { countOf, type Page, page, readCursor, Where } from '../../paging.ts';
import { readSwapQuote } from '../swap-quote.ts';
import { type MiningEntryKind, type MiningMoveKind, miningEntryKinds, miningMoveKinds } from './codes.ts';

/** A movement of a user's node. */
export interface MiningMoveRecord {
  readonly seq: number;
  readonly line: number;
  readonly kind: MiningMoveKind;
  readonly timeMs: number;
  /** The event as it was: whole numbers of any size stand in it as text. */
  readonly event: Readonly<Record<string, unknown>>;
  /** The quote of a conversion; null for all others. */
  readonly quote: SwapQuote | null;
}

export interface MiningMovesQuery {
  readonly userId: number;
  /** Null for all. */
  readonly kind: MiningMoveKind | null;
  readonly cursor: string | null;
  readonly limit: number;
  /** Inclusive. */
  readonly fromMs?: number | null;
  /** Exclusive. */
  readonly toMs?: number | null;
}

/** A movement of a pool. */
export interface MiningEntryRecord {
  readonly seq: number;
  readonly line: number;
  readonly timeMs: number;
  readonly assetId: number;
  readonly kind: MiningEntryKind;
  readonly amount: Amount;
  /** The pool's balance after it. */
  readonly balance: Amount;
  readonly reason: string;
}

/** A moment at which a coin's index may bend. */
export interface MiningPointRecord {
  /** The whole second (Unix). */
  readonly second: number;
  /** Paid seconds of the coin until then. */
  readonly seconds: number;
  /** Part of the pool that is not owed, after it; null where it is not named. */
  readonly free: Amount | null;
}

/** Income that a pool paid lately. */
export interface MiningPaid {
  readonly paid7Days: Amount;
  readonly paid30Days: Amount;
}

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

type Int8 = string;

interface MoveRow {
  readonly seq: Int8;
  readonly line: Int8;
  readonly kind: number;
  readonly event: string;
  readonly time_ms: Int8;
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

/** Mining as the read models have it: rows may trail the kernel. */
export class MiningQueries {
  private readonly pool: Pick<Pool, 'query'>;
  private readonly schema: string;

  constructor(pool: Pick<Pool, 'query'>, schema: string) {
    this.pool = pool;
    this.schema = schema;
  }

  /** Movements of a user's node, newest first. */
  async moves({
    userId,
    kind,
    cursor,
    limit,
    fromMs,
    toMs,
  }: MiningMovesQuery): Promise<Page<MiningMoveRecord>> {
    const before = readCursor(cursor, 2);
    if (before === null) return { rows: [], next: null };
    const where = new Where()
      .add('user_id = ?', userId)
      .add('kind = ?', kind === null ? null : miningMoveKinds.of(kind))
      .add('time_ms >= ?', fromMs)
      .add('time_ms < ?', toMs);
    if (before.length === 2) where.add('(seq, line) < (?, ?)', ...before);
    const rows = await this.selectMoves(where, limit);
    return page(rows, limit, ({ seq, line }) => [seq, line]);
  }

  /** One movement of a user; null where the user has no such one. */
  async move(userId: number, seq: number, line: number): Promise<MiningMoveRecord | null> {
    const where = new Where().add('user_id = ?', userId).add('seq = ?', seq).add('line = ?', line);
    return (await this.selectMoves(where, 1))[0] ?? null;
  }

  /** The movement that a command of a user answered with; null where the user has no such one. */
  async moveBy(userId: number, kind: MiningMoveKind, moveId: number): Promise<MiningMoveRecord | null> {
    const where = new Where()
      .add('user_id = ?', userId)
      .add('move_id = ?', moveId)
      .add('kind = ?', miningMoveKinds.of(kind));
    return (await this.selectMoves(where, 1))[0] ?? null;
  }

  /**
   * Coins of a user that moved into the node and out of it, be they locked or rewards, by UTC day since 1970 and asset: the
   * sum of the days before `fromMs` has the day null.
   */
  async principalMoves(
    userId: number,
    fromMs: number,
  ): Promise<{ readonly day: number | null; readonly assetId: number; readonly amount: bigint }[]> {
    const codes = (kinds: readonly MiningMoveKind[]) => kinds.map((kind) => miningMoveKinds.of(kind));
    const into = codes(['locked', 'claimed', 'returned']);
    const out = codes(['unlocked', 'withdrawn']);
    const { rows } = await this.pool.query<{ day: Int8 | null; asset_id: number; amount: Int8 }>(
      `WITH moves AS (SELECT time_ms, kind, event::jsonb AS e FROM ${this.schema}.mining_moves WHERE user_id = $1),
       parts AS (
         SELECT time_ms, (e ->> 'assetId')::int AS asset_id, (e ->> 'amount')::numeric AS amount
           FROM moves WHERE kind = ANY($3)
         UNION ALL SELECT time_ms, (e ->> 'assetId')::int, -(e ->> 'amount')::numeric FROM moves WHERE kind = ANY($4)
         UNION ALL SELECT time_ms, (e -> 'from' ->> 'assetId')::int, -(e ->> 'amount')::numeric FROM moves WHERE kind = $5
         UNION ALL SELECT time_ms, (e -> 'to' ->> 'assetId')::int, (e ->> 'arrives')::numeric FROM moves WHERE kind = $5)
       SELECT CASE WHEN time_ms >= $2 THEN time_ms / 86400000 END AS day, asset_id, sum(amount)::text AS amount
       FROM parts GROUP BY 1, 2 ORDER BY 1 NULLS FIRST, 2`,
      [userId, fromMs, into, out, miningMoveKinds.of('converted')],
    );
    return rows.map(({ day, asset_id, amount }) => ({
      day: day === null ? null : Number(day),
      assetId: Number(asset_id),
      amount: BigInt(amount),
    }));
  }

  /** Movements of a coin's pool, newest first. */
  async entries(assetId: number, cursor: string | null, limit: number): Promise<Page<MiningEntryRecord>> {
    const before = readCursor(cursor, 2);
    if (before === null) return { rows: [], next: null };
    const where = new Where().add('asset_id = ?', assetId);
    if (before.length === 2) where.add('(seq, line) < (?, ?)', ...before);
    const { rows } = await this.pool.query<EntryRow>(
      `SELECT * FROM ${this.schema}.mining_entries WHERE ${where.sql}
       ORDER BY seq DESC, line DESC LIMIT ${countOf(limit) + 1}`,
      where.values,
    );
    return page(rows.map(toEntry), limit, ({ seq, line }) => [seq, line]);
  }

  /** Movements of a coin's pool by operators, newest first. */
  async fundings(assetId: number, limit: number): Promise<readonly MiningEntryRecord[]> {
    const { rows } = await this.pool.query<EntryRow>(
      `SELECT * FROM ${this.schema}.mining_entries WHERE asset_id = $1 AND kind = $2
       ORDER BY seq DESC, line DESC LIMIT $3`,
      [assetId, miningEntryKinds.of('funding'), countOf(limit)],
    );
    return rows.map(toEntry);
  }

  /** Users behind `afterUserId` who hold something locked, in the order of their numbers. */
  async holders(assetId: number, afterUserId: number, limit: number): Promise<readonly number[]> {
    const { rows } = await this.pool.query<{ readonly user_id: Int8 }>(
      `SELECT user_id FROM ${this.schema}.mining_held WHERE asset_id = $1 AND user_id > $2 AND held > 0
       ORDER BY user_id LIMIT $3`,
      [assetId, afterUserId, countOf(limit)],
    );
    return rows.map(({ user_id }) => Number(user_id));
  }

  /** Income that a coin's pool paid lately, by whole hours, the present one included. */
  async paid(assetId: number, nowMs: number): Promise<MiningPaid> {
    const hour = Math.floor(nowMs / HOUR_MS);
    const { rows } = await this.pool.query<Record<'days7' | 'days30', Int8>>(
      `SELECT coalesce(sum(paid) FILTER (WHERE hour > $2), 0)::text AS days7, coalesce(sum(paid), 0)::text AS days30
       FROM ${this.schema}.mining_hours WHERE asset_id = $1 AND hour > $3`,
      [assetId, hour - 7 * DAY_HOURS, hour - 30 * DAY_HOURS],
    );
    return { paid7Days: amountOf(rows[0]!.days7), paid30Days: amountOf(rows[0]!.days30) };
  }

  /** The newest moments at which a coin's index may bend, up to the command `toSeq`; the oldest of them first. */
  async points(assetId: number, toSeq: number, limit: number): Promise<readonly MiningPointRecord[]> {
    const { rows } = await this.pool.query<
      Record<'second' | 'seconds', Int8> & { readonly free: Int8 | null }
    >(
      `SELECT second, seconds, free FROM ${this.schema}.mining_points WHERE asset_id = $1 AND seq <= $2
       ORDER BY seq DESC, line DESC LIMIT $3`,
      [assetId, toSeq, countOf(limit)],
    );
    return rows
      .map(({ second, seconds, free }) => ({
        second: Number(second),
        seconds: Number(seconds),
        free: free === null ? null : amountOf(free),
      }))
      .reverse();
  }

  private async selectMoves(where: Where, limit: number): Promise<MiningMoveRecord[]> {
    const { rows } = await this.pool.query<MoveRow>(
      `SELECT seq, line, kind, event, time_ms FROM ${this.schema}.mining_moves
       WHERE ${where.sql} ORDER BY seq DESC, line DESC LIMIT ${countOf(limit) + 1}`,
      where.values,
    );
    return rows.map(toMove);
  }
}

function toMove({ seq, line, kind: code, event, time_ms }: MoveRow): MiningMoveRecord {
  const kind = miningMoveKinds.word(code);
  return {
    seq: Number(seq),
    line: Number(line),
    kind,
    timeMs: Number(time_ms),
    event: JSON.parse(event),
    quote: kind === 'converted' ? readSwapQuote(event) : null,
  };
}

function toEntry(row: EntryRow): MiningEntryRecord {
  return {
    seq: Number(row.seq),
    line: Number(row.line),
    timeMs: Number(row.time_ms),
    assetId: Number(row.asset_id),
    kind: miningEntryKinds.word(row.kind),
    amount: amountOf(row.amount),
    balance: amountOf(row.balance),
    reason: row.reason,
  };
}
