import type { Kysely } from 'kysely';
import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts';
import { type Migrations, migrate } from './index.ts';

let database: FreshDatabase;
let pool: Pool;

const table = (name: string): Migrations[string] => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema.withSchema('tiers').createTable(name).addColumn('n', 'integer').execute();
  },
});
const first: Migrations = { '001': table('one') };
const both: Migrations = { ...first, '002': table('two') };

const tables = async () => {
  const { rows } = await pool.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = to_regnamespace('tiers') and relkind = 'r' order by 1",
  );
  return rows.map(({ name }) => name).filter((name) => name !== 'kysely_migration');
};

beforeAll(async () => {
  database = await freshDatabase();
  pool = new Pool({ connectionString: database.connectionString });
  pool.on('error', () => {});
});

beforeEach(async () => {
  await pool.query('drop schema if exists tiers cascade');
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

it('runs what has not run, in the order of names, and nothing twice', async () => {
  await migrate(pool, 'tiers', first);
  await migrate(pool, 'tiers', { '002': table('two'), ...first });
  await migrate(pool, 'tiers', both);
  expect(await tables()).toEqual(['one', 'two']);
});

it('runs once for callers that come together', async () => {
  await Promise.all([1, 2, 3].map(() => migrate(pool, 'tiers', both)));
  expect(await tables()).toEqual(['one', 'two']);
});

it('sees what another process made while it waited for the lock', async () => {
  const single = new Pool({ connectionString: database.connectionString, max: 1 });
  single.on('error', () => {});
  // a connection that knows the catalogue looks nothing up again
  await migrate(single, 'tiers', both);
  await pool.query('drop schema tiers cascade');
  const other = await pool.connect();
  await other.query("begin; select pg_advisory_xact_lock(hashtext('candor schema'))");
  const waiting = migrate(single, 'tiers', both);
  const isWaiting = async () =>
    (await pool.query("select from pg_locks where locktype = 'advisory' and not granted")).rowCount === 1;
  await expect.poll(isWaiting).toBe(true);
  await other.query('create schema tiers; create table tiers.kysely_migration (name text, timestamp text)');
  await other.query('commit');
  other.release();
  await waiting;
  expect(await tables()).toEqual(['one', 'two']);
  await single.end();
});

it('waits for no lock where nothing is left to run', async () => {
  await migrate(pool, 'tiers', both);
  const other = await pool.connect();
  await other.query("begin; select pg_advisory_xact_lock(hashtext('candor schema'))");
  await migrate(pool, 'tiers', both);
  await other.query('rollback');
  other.release();
});

it('leaves nothing of a run that fails', async () => {
  const failing: Migrations = { ...both, '003': { up: () => Promise.reject(new Error('no third')) } };
  await expect(migrate(pool, 'tiers', failing)).rejects.toThrow('no third');
  expect(await tables()).toEqual([]);
  await migrate(pool, 'tiers', both);
  expect(await tables()).toEqual(['one', 'two']);
});

it('refuses a schema of a newer version, and a migration that comes before one that has run', async () => {
  await migrate(pool, 'tiers', both);
  await expect(migrate(pool, 'tiers', first)).rejects.toThrow('made by another version: it has 002');
  await expect(migrate(pool, 'tiers', { ...both, '0015': table('between') })).rejects.toThrow(
    'migration 0015 of the schema tiers comes before 002',
  );
  expect(await tables()).toEqual(['one', 'two']);
});
