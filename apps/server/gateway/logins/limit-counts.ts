import type { Pool } from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';

/** A limit of acts under one key within a time. */
export interface Limit {
  readonly key: string;
  readonly most: number;
  readonly durationMs: number;
}

/**
 * Counts of several limits, each call in one statement. All statements take the rows in the order of the limits that
 * they are given, so none of them waits for another in a circle: whoever calls keeps to one order.
 */
export interface LimitCounts {
  /** Returns the counts that have not expired, by key. */
  read(limits: readonly Limit[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Counts one against each limit in turn, up to the first that is exceeded by it: the ones behind it are not counted.
   * Resolves with the time until that one is reset, null where none is exceeded.
   */
  add(limits: readonly Limit[]): Promise<number | null>;
  /** Takes one back from each limit in turn, and forgets the whole count of those that are to be forgotten. */
  forgive(limits: readonly Forgiven[]): Promise<void>;
}

export interface Forgiven extends Limit {
  readonly isForgotten: boolean;
}

export interface LimitCountsOptions {
  readonly pool: Pool;
  readonly schema: string;
  /** A table as `rate-limiter-flexible` has it. Statements are prepared by its name: no two schemas may share one. */
  readonly table: string;
}

interface Counted {
  readonly nr: number;
  readonly points: number;
  /** A bigint of PostgreSQL. */
  readonly expire: string;
}

/** Counts in a table of PostgreSQL. Rows that expired an hour ago are removed every five minutes. */
export function createLimitCounts({ pool, schema, table }: LimitCountsOptions): LimitCounts {
  const rows = `"${schema}"."${table}"`;
  clearExpired(pool, schema, table);

  /** Inserts in turn: each reads the one before it, and is left out where that exceeded its limit or was left out. */
  function addText(count: number): string {
    const parts = Array.from({ length: count }, (_, nr) => {
      const [key, most, duration] = [
        `$${2 + nr * 3}::text`,
        `$${3 + nr * 3}::bigint`,
        `$${4 + nr * 3}::bigint`,
      ];
      const condition = nr === 0 ? '' : ` where (select points <= most from counted_${nr - 1})`;
      return `counted_${nr} as (
        insert into ${rows} as kept (key, points, expire) select ${key}, 1, $1::bigint + ${duration}${condition}
        on conflict (key) do update set
          points = case when kept.expire <= $1 then 1 else kept.points + 1 end,
          expire = case when kept.expire <= $1 then excluded.expire else kept.expire end
        returning points, expire, ${most} as most)`;
    });
    const all = parts.map((_, nr) => `select ${nr} as nr, points, expire from counted_${nr}`);
    return `with ${parts.join(', ')} ${all.join(' union all ')}`;
  }

  /** Deletes and updates in turn: each has to have been made before the next one looks for its row. */
  function forgiveText(limits: readonly Forgiven[]): string {
    const parts = limits.map(({ isForgotten }, nr) => {
      const act = isForgotten ? `delete from ${rows}` : `update ${rows} set points = points - 1`;
      const after = nr === 0 ? '' : ` and (select count(*) from forgiven_${nr - 1}) >= 0`;
      return `forgiven_${nr} as (${act} where key = $${nr + 2}::text and expire > $1::bigint${after} returning 1)`;
    });
    return `with ${parts.join(', ')} select count(*) from forgiven_${parts.length - 1}`;
  }

  return {
    async read(limits) {
      const found = await pool.query<{ key: string; points: number }>({
        name: `${table}:read`,
        text: `select key, points from ${rows} where key = any ($1::text[]) and expire > $2::bigint`,
        values: [limits.map(({ key }) => key), Date.now()],
      });
      return new Map(found.rows.map(({ key, points }) => [key, points]));
    },
    async add(limits) {
      const counted = await pool.query<Counted>({
        name: `${table}:add-${limits.length}`,
        text: addText(limits.length),
        values: [Date.now(), ...limits.flatMap(({ key, most, durationMs }) => [key, most, durationMs])],
      });
      const over = counted.rows.find(({ nr, points }) => points > (limits[nr]?.most ?? 0));
      return over === undefined ? null : Math.max(Number(over.expire) - Date.now(), 0);
    },
    async forgive(limits) {
      const acts = limits.map(({ isForgotten }) => (isForgotten ? 'f' : 't')).join('');
      await pool.query({
        name: `${table}:forgive-${acts}`,
        text: forgiveText(limits),
        values: [Date.now(), ...limits.map(({ key }) => key)],
      });
    },
  };
}

/** The library's limiter removes expired rows by itself, whatever their keys. */
function clearExpired(pool: Pool, schemaName: string, tableName: string): void {
  new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    schemaName,
    tableName,
    tableCreated: true,
    clearExpiredByTimeout: true,
    points: 1,
    duration: 1,
  });
}
