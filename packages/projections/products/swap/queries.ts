import type { SwapChange, SwapQuote } from '@candor/kernel';
import type { Amount } from '@candor/money';
import type { Pool } from 'pg';
import { countOf, type Page, page, readCursor, Where } from '../../paging.ts';
import { readSwapQuote } from '../swap-quote.ts';

/** A swap that was done, with everything that it follows from. */
export interface SwapRecord extends SwapQuote {
  readonly timeMs: number;
  readonly seq: number;
}

export interface SwapQuery {
  readonly userId: number;
  readonly cursor: string | null;
  readonly limit: number;
  /** Inclusive, by the time of the swap. */
  readonly fromMs?: number | null;
  /** Exclusive. */
  readonly toMs?: number | null;
}

/** Change made by an operator. */
export interface SwapChangeRecord {
  readonly seq: number;
  readonly timeMs: number;
  /** 0 for all assets. */
  readonly assetId: number;
  readonly change: SwapChange;
  readonly reason: string;
}

interface Row {
  readonly swap_id: string;
  readonly asset_id: string;
  readonly event: string;
  readonly time_ms: string;
  readonly seq: string;
}

const LIMITS = new Set(['minAmount', 'maxAmount', 'maxInventory']);

/** Swaps as the read models have them: rows may trail the kernel. */
export class SwapQueries {
  private readonly pool: Pick<Pool, 'query'>;
  private readonly schema: string;

  constructor(pool: Pick<Pool, 'query'>, schema: string) {
    this.pool = pool;
    this.schema = schema;
  }

  /** A user's swaps, newest first. */
  async swaps({ userId, cursor, limit, fromMs, toMs }: SwapQuery): Promise<Page<SwapRecord>> {
    const before = readCursor(cursor, 1);
    if (before === null) return { rows: [], next: null };
    const where = new Where()
      .add('user_id = ?', userId)
      .add('swap_id < ?', before[0])
      .add('time_ms >= ?', fromMs)
      .add('time_ms < ?', toMs);
    const rows = await this.select('swaps', where, 'swap_id', limit);
    return page(rows.map(toSwap), limit, ({ swapId }) => [swapId]);
  }

  /** One swap of a user; null where the user has no such swap. */
  async swap(userId: number, swapId: number): Promise<SwapRecord | null> {
    const where = new Where().add('user_id = ?', userId).add('swap_id = ?', swapId);
    const [row] = await this.select('swaps', where, 'swap_id', 1);
    return row === undefined ? null : toSwap(row);
  }

  /** One quote of a user, however it ended; null where the user was given no such quote. */
  async quote(userId: number, swapId: number): Promise<SwapRecord | null> {
    const where = new Where().add('user_id = ?', userId).add('swap_id = ?', swapId);
    const [row] = await this.select('swap_quotes', where, 'swap_id', 1);
    return row === undefined ? null : toSwap(row);
  }

  /** Operators' changes, newest first. */
  async changes(cursor: string | null, limit: number): Promise<Page<SwapChangeRecord>> {
    const before = readCursor(cursor, 1);
    if (before === null) return { rows: [], next: null };
    const rows = await this.select('swap_changes', new Where().add('seq < ?', before[0]), 'seq', limit);
    return page(rows.map(toChange), limit, ({ seq }) => [seq]);
  }

  private async select(table: string, where: Where, order: string, limit: number): Promise<readonly Row[]> {
    const { rows } = await this.pool.query<Row>(
      `SELECT * FROM ${this.schema}.${table} WHERE ${where.sql} ORDER BY ${order} DESC LIMIT ${countOf(limit) + 1}`,
      where.values,
    );
    return rows;
  }
}

function toSwap(row: Row): SwapRecord {
  return { ...readSwapQuote(row.event), timeMs: Number(row.time_ms), seq: Number(row.seq) };
}

function toChange(row: Row): SwapChangeRecord {
  const { change, reason } = readChange(row.event);
  const { before, after } = change;
  const isInventory = change.what === 'inventory';
  return {
    seq: Number(row.seq),
    timeMs: Number(row.time_ms),
    assetId: Number(row.asset_id),
    change: isInventory ? { what: 'inventory', before: toAmount(before), after: toAmount(after) } : change,
    reason,
  };
}

const toAmount = (value: unknown) => BigInt(value as string) as Amount;

/** Reads a change back from its event's text, in which limits stand as text. */
function readChange(text: string): { readonly change: SwapChange; readonly reason: string } {
  return JSON.parse(text, (key, value) => (LIMITS.has(key) ? BigInt(value as string) : value));
}
