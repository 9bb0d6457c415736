/**
 * Makes the tables that are missing, as their owner, and gives the role of DATABASE_RUNTIME_URL its rights: the program can
 * then start as that role alone. It changes no table that stands, and may be run again at any time while the program is
 * stopped.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'pg';
import { migrate, refuseOtherSchemas, withFixedNames } from '../apps/server/base/database/index.ts';
import { StartupError } from '../apps/server/base/errors/startup-error.ts';
import { leaseDatabase } from '../apps/server/base/postgres/lease.ts';
import { grantRuntime } from '../apps/server/base/postgres/runtime-role.ts';
import { readConfig } from '../apps/server/program/config/index.ts';
import { roomTables } from './room-tables.ts';
import { root } from './run.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

async function schemasIn(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM pg_namespace WHERE nspname = ANY ($1)',
    [roomTables.map(([schema]) => schema)],
  );
  return rows[0]?.count ?? 0;
}

async function makeTables(owner: string, runtime: string): Promise<void> {
  // nobody else makes tables meanwhile, and no program runs on them
  const lease = await leaseDatabase(owner, () => {});
  const pool = new Pool({
    connectionString: withFixedNames(owner),
    max: 1,
    application_name: 'candor-owner',
  });
  pool.on('error', () => {});
  try {
    await refuseOtherSchemas({ owner, runtime });
    const before = await schemasIn(pool);
    for (const [schema, tables] of roomTables) await migrate(pool, schema, tables);
    await grantRuntime({ owner, runtime }, false);
    const made = (await schemasIn(pool)) - before;
    say(
      made === 0 ? 'All tables stand. Nothing was missing.' : `All tables stand. ${made} schemas were made.`,
    );
  } finally {
    await pool.end();
    await lease.release();
  }
}

try {
  const envFile = join(root, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const { databaseUrl, databaseRuntimeUrl } = readConfig(process.env, [], root);
  if (databaseUrl === null)
    throw new StartupError(
      'BAD_CONFIG',
      'DATABASE_URL is not set: tables are made as their owner. The embedded PostgreSQL needs no such step.',
    );
  await makeTables(databaseUrl, databaseRuntimeUrl ?? databaseUrl);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
