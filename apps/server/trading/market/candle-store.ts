import { pipeline } from 'node:stream/promises';
import { formatDecimal, parseDecimal } from '@candor/money';
import { type Candle, INTERVALS, type Interval, intervalMs, MARKET_SCALE } from '@candor/prices';
import type { Pool, PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate, patiently } from '../../base/database/index.ts';
import type { PastCandles } from '../../prices/feeds/index.ts';
import { copyLines } from './copy-lines.ts';
import { marketMigrations } from './migrations.ts';
import type { CandleTexts } from './public-values.ts';

/** A closed candle with where it belongs. */
export interface StoredCandle {
  readonly symbol: string;
  readonly interval: Interval;
  readonly candle: Candle;
}

interface CandleRow {
  readonly symbol: string;
  readonly open_ms: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  readonly quote_volume: string;
}

/** Range of candles that is asked for: those that open before the one time and close by the other. */
export interface CandleRange {
  readonly beforeMs: number;
  readonly closedByMs: number;
}

const ROWS_PER_WRITE = 2_000;
const COLUMNS = 'source, symbol, "interval", open_ms, "open", high, low, "close", volume, quote_volume';

/** The interval that each longer one is built from. */
const SHORTER: Partial<Record<Interval, Interval>> = {
  '5m': '1m',
  '15m': '5m',
  '30m': '15m',
  '1h': '30m',
  '4h': '1h',
  '1d': '4h',
  '1w': '1d',
};

/** Closed candles in PostgreSQL, by source: prices of different sources never mix. */
export class CandleStore {
  readonly #pool: Pool;

  private constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Opens the store and brings its tables up to date. The pool stays its owner's. */
  static async open(pool: Pool): Promise<CandleStore> {
    await migrate(pool, 'market', marketMigrations);
    return new CandleStore(pool);
  }

  /** Runs what a start reads, again while the database is away. */
  inStart<T>(step: () => Promise<T>): Promise<T> {
    return patiently(this.#pool, step);
  }

  /** Writes candles; `replace` says whether those kept already give way. */
  async write(source: string, candles: readonly StoredCandle[], replace: boolean): Promise<void> {
    const conflict = replace
      ? `DO UPDATE SET "open" = excluded."open", high = excluded.high, low = excluded.low,
           "close" = excluded."close", volume = excluded.volume, quote_volume = excluded.quote_volume`
      : 'DO NOTHING';
    for (let from = 0; from < candles.length; from += ROWS_PER_WRITE) {
      const rows = candles.slice(from, from + ROWS_PER_WRITE);
      const column = (value: (candle: Candle) => bigint) =>
        rows.map(({ candle }) => formatDecimal(value(candle), MARKET_SCALE));
      await this.#pool.query(
        `INSERT INTO market.candles (${COLUMNS})
         SELECT $1, * FROM unnest($2::text[], $3::text[], $4::bigint[], $5::numeric[], $6::numeric[], $7::numeric[],
                                  $8::numeric[], $9::numeric[], $10::numeric[])
         ON CONFLICT (source, symbol, "interval", open_ms) ${conflict}`,
        [
          source,
          rows.map(({ symbol }) => symbol),
          rows.map(({ interval }) => interval),
          rows.map(({ candle }) => candle.openMs),
          column((candle) => candle.open),
          column((candle) => candle.high),
          column((candle) => candle.low),
          column((candle) => candle.close),
          column((candle) => candle.volume),
          column((candle) => candle.quoteVolume),
        ],
      );
    }
  }

  /**
   * Takes all that a source knows of its past in place of what was kept of it, and builds the longer candles, all in
   * one transaction. `marketTimeMs` is asked when the past has come. Resolves with the number of candles that came.
   */
  async replaceAll(
    source: string,
    symbols: readonly string[],
    past: AsyncIterable<PastCandles>,
    marketTimeMs: () => number,
  ): Promise<number> {
    const client = await this.#pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('DELETE FROM market.candles WHERE source = $1', [source]);
      const copy = client.query(copyFrom(`COPY market.candles (${COLUMNS}) FROM STDIN`));
      await pipeline(past, (pieces: AsyncIterable<PastCandles>) => copyLines(source, pieces), copy);
      if (copy.rowCount > 0) await fillLonger(client, source, symbols, 0, marketTimeMs());
      await client.query('COMMIT');
      client.release();
      return copy.rowCount;
    } catch (error) {
      // The end of its connection takes the transaction back.
      client.release(true);
      throw error;
    }
  }

  /**
   * Builds every longer candle that lies between the two times, is complete in the shorter ones, and is not kept yet.
   */
  async fillLonger(
    source: string,
    symbols: readonly string[],
    fromMs: number,
    untilMs: number,
  ): Promise<void> {
    await fillLonger(this.#pool, source, symbols, fromMs, untilMs);
  }

  /** The last candles that close at or before `closedByMs` and open before `beforeMs`, oldest first. */
  async last(
    source: string,
    symbol: string,
    interval: Interval,
    range: CandleRange,
    limit: number,
  ): Promise<Candle[]> {
    const { rows } = await this.#pool.query<CandleRow>(
      `SELECT * FROM market.candles WHERE source = $1 AND symbol = $2 AND "interval" = $3 AND open_ms < $4
       ORDER BY open_ms DESC LIMIT $5`,
      [source, symbol, interval, lastOpenMs(interval, range) + 1, limit],
    );
    return rows.map(readRow).reverse();
  }

  /** The same for those who only show them, newest first, by a statement that is prepared once a connection. */
  async lastTexts(
    source: string,
    symbol: string,
    interval: Interval,
    range: CandleRange,
    limit: number,
  ): Promise<readonly CandleTexts[]> {
    const { rows } = await this.#pool.query<[...CandleTexts]>({
      name: 'candles-shown',
      text: `SELECT open_ms, "open", high, low, "close", volume FROM market.candles
             WHERE source = $1 AND symbol = $2 AND "interval" = $3 AND open_ms <= $4
             ORDER BY open_ms DESC LIMIT $5`,
      values: [source, symbol, interval, lastOpenMs(interval, range), limit],
      rowMode: 'array',
    });
    return rows;
  }

  /** All candles of one interval that open at or after `fromMs` and close at or before `untilMs`, by symbol, oldest first. */
  async between(
    source: string,
    symbols: readonly string[],
    interval: Interval,
    fromMs: number,
    untilMs: number,
  ): Promise<Map<string, Candle[]>> {
    const { rows } = await this.#pool.query<CandleRow>(
      `SELECT * FROM market.candles WHERE source = $1 AND symbol = ANY($5) AND "interval" = $2
         AND open_ms >= $3 AND open_ms <= $4 ORDER BY symbol, open_ms`,
      [source, interval, fromMs, untilMs - intervalMs(interval), symbols],
    );
    const bySymbol = new Map<string, Candle[]>();
    for (const row of rows) {
      const candles = bySymbol.get(row.symbol);
      if (candles === undefined) bySymbol.set(row.symbol, [readRow(row)]);
      else candles.push(readRow(row));
    }
    return bySymbol;
  }

  /** Returns the end of the source's last kept minute, of the symbol that is furthest behind; null if one has none. */
  async minutesEndMs(source: string, symbols: readonly string[]): Promise<number | null> {
    const { rows } = await this.#pool.query<{ last_ms: string | null }>(
      `SELECT (SELECT max(open_ms) FROM market.candles WHERE source = $1 AND "interval" = '1m' AND symbol = wanted)
         AS last_ms FROM unnest($2::text[]) AS wanted`,
      [source, symbols],
    );
    let end: number | null = null;
    for (const { last_ms } of rows) {
      if (last_ms === null) return null;
      const endMs = Number(last_ms) + intervalMs('1m');
      end = end === null ? endMs : Math.min(end, endMs);
    }
    return end;
  }

  /** Returns true if this very file was loaded before. */
  async isLoaded(source: string, file: string, size: number, modifiedMs: number): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      'SELECT 1 FROM market.loaded_files WHERE source = $1 AND file = $2 AND size = $3 AND modified_ms = $4',
      [source, file, size, modifiedMs],
    );
    return rowCount === 1;
  }

  /** Remembers a loaded file. */
  async setLoaded(
    source: string,
    file: string,
    size: number,
    modifiedMs: number,
    candles: number,
  ): Promise<void> {
    await this.#pool.query(
      `INSERT INTO market.loaded_files (source, file, size, modified_ms, candles) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (source, file) DO UPDATE SET size = $3, modified_ms = $4, candles = $5`,
      [source, file, size, modifiedMs, candles],
    );
  }
}

async function fillLonger(
  database: Pool | PoolClient,
  source: string,
  symbols: readonly string[],
  fromMs: number,
  untilMs: number,
): Promise<void> {
  for (const interval of INTERVALS) {
    const shorter = SHORTER[interval];
    if (shorter === undefined) continue;
    const [lengthMs, shorterMs] = [intervalMs(interval), intervalMs(shorter)];
    const weekOffset = interval === '1w' ? 4 * 86_400_000 : 0;
    await database.query(
      `INSERT INTO market.candles (${COLUMNS})
       SELECT $1, symbol, $2, bucket, max("open") FILTER (WHERE open_ms = bucket), max(high), min(low),
              max("close") FILTER (WHERE open_ms = bucket + $4::bigint - $8::bigint), sum(volume), sum(quote_volume)
       FROM (SELECT *, (open_ms - $5) / $4::bigint * $4::bigint + $5 AS bucket FROM market.candles
             WHERE source = $1 AND symbol = ANY($9) AND "interval" = $3 AND open_ms >= $6 AND open_ms < $7) AS shorter
       GROUP BY symbol, bucket
       HAVING count(*) = $4::bigint / $8::bigint AND bucket + $4::bigint <= $7
       ON CONFLICT DO NOTHING`,
      [
        source,
        interval,
        shorter,
        lengthMs,
        weekOffset,
        Math.max(0, fromMs - lengthMs),
        untilMs,
        shorterMs,
        symbols,
      ],
    );
  }
}

/** Returns the latest time at which the newest candle of a range opens. */
function lastOpenMs(interval: Interval, { beforeMs, closedByMs }: CandleRange): number {
  return Math.min(beforeMs - 1, closedByMs - intervalMs(interval));
}

function readRow(row: CandleRow): Candle {
  return {
    openMs: Number(row.open_ms),
    open: units(row.open),
    high: units(row.high),
    low: units(row.low),
    close: units(row.close),
    volume: units(row.volume),
    quoteVolume: units(row.quote_volume),
  };
}

function units(text: string): bigint {
  const value = parseDecimal(text, MARKET_SCALE);
  if (value === null) throw new RangeError(`the market's table holds "${text}"`);
  return value;
}
