import type { Pool } from 'pg';
import { patiently, type SchemaName } from '../database/index.ts';

/** The schema of the jobs' tables, which are the library's own. */
export const JOBS_SCHEMA = 'jobs' satisfies SchemaName;
/** The library's newest migration; a test compares it with the installed library. */
export const NEWEST_MIGRATION = 20;

/**
 * Brings the tables of the jobs up to date. Processes that start together do it once; one that finds them up to date
 * does not load the library.
 */
export function migrateJobs(pool: Pool): Promise<void> {
  return patiently(pool, () => bringUpToDate(pool));
}

async function bringUpToDate(pool: Pool): Promise<void> {
  if (await isUpToDate(pool)) return;
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('candor jobs'))");
    if (await isUpToDate(pool)) return;
    const { Logger, runMigrations } = await import('graphile-worker');
    await runMigrations({ pgPool: pool, schema: JOBS_SCHEMA, logger: new Logger(() => () => {}) });
  } finally {
    // the lock belongs to the connection and ends with it
    client.release(true);
  }
}

async function isUpToDate(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query(`select to_regclass('${JOBS_SCHEMA}.migrations') is not null as made`);
  if (rows[0].made !== true) return false;
  const newest = await pool.query(`select max(id) as id from ${JOBS_SCHEMA}.migrations`);
  return newest.rows[0].id >= NEWEST_MIGRATION;
}
