import type { Pool } from 'pg';
import type { Look } from '../metrics/index.ts';

/** Shows what the database takes of its disk: PostgreSQL tells nobody what is free there. */
export function databaseLook(pool: Pick<Pool, 'query'>): Look {
  return {
    subject: 'database',
    gauges: {
      database_size_bytes: { help: 'Size of the database on its own disk, without the log of PostgreSQL' },
    },
    read: async () => {
      const { rows } = await pool.query<{ size: string }>(
        'select pg_database_size(current_database()) as size',
      );
      return [{ gauge: 'database_size_bytes', value: Number(rows[0]!.size) }];
    },
  };
}
