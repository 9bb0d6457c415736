import type { Pool } from 'pg';
import { countOf, type Page, page, readCursor, Where } from '../../paging.ts';
import { marketChangeKinds } from './codes.ts';
import {
  type ListingRecord,
  type MarketChangeRecord,
  type MarketChangeRow,
  toMarketChange,
} from './records.ts';

/** Queries of the changes to symbols. Rows may trail the kernel: `caughtUp` waits for a command's rows. */
export class MarketQueries {
  private readonly pool: Pick<Pool, 'query'>;
  private readonly schema: string;

  constructor(pool: Pick<Pool, 'query'>, schema: string) {
    this.pool = pool;
    this.schema = schema;
  }

  /** Returns a symbol's listing and the changes to it, newest first, each with the values before it. */
  async changes(symbolId: number, cursor: string | null, limit: number): Promise<Page<MarketChangeRecord>> {
    const before = readCursor(cursor, 1);
    if (before === null) return { rows: [], next: null };
    const where = new Where().add('symbol_id = ?', symbolId).add('seq < ?', before[0]);
    const table = `${this.schema}.market_changes`;
    const earlier = (column: string) =>
      `(SELECT e.${column} FROM ${table} AS e WHERE e.symbol_id = c.symbol_id AND e.seq < c.seq
         AND e.${column} IS NOT NULL ORDER BY e.seq DESC LIMIT 1) AS earlier_${column}`;
    const { rows } = await this.pool.query<MarketChangeRow>(
      `SELECT c.*, ${earlier('state')}, ${earlier('price_band_ppm')} FROM ${table} AS c
       WHERE ${where.sql} ORDER BY seq DESC LIMIT ${countOf(limit) + 1}`,
      where.values,
    );
    return page(rows.map(toMarketChange), limit, (row) => [row.seq]);
  }

  /** Returns the symbols that were listed last, newest first. */
  async listings(limit: number): Promise<readonly ListingRecord[]> {
    const { rows } = await this.pool.query<{ readonly symbol_id: number; readonly time_ms: string }>(
      `SELECT symbol_id, time_ms FROM ${this.schema}.market_changes WHERE kind = $1 ORDER BY seq DESC LIMIT ${countOf(limit)}`,
      [marketChangeKinds.of('listed')],
    );
    return rows.map(({ symbol_id, time_ms }) => ({ symbolId: symbol_id, timeMs: Number(time_ms) }));
  }
}
