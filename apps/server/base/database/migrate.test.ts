import { sql } from 'kysely';
import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts';
import { migrate, type Tables } from './index.ts';

let database: FreshDatabase;
let pool: Pool;

const both: Tables = {
  sql: 'create table tiers.one (n integer); create table tiers.two (n integer);',
  fill: async (trx) => void (await sql`insert into tiers.two values (1)`.execute(trx)),
};

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

it('makes the tables with their first rows, and nothing twice', async () => {
  await migrate(pool, 'tiers', both);
  await migrate(pool, 'tiers', both);
  expect(await tables()).toEqual(['one', 'two']);
  expect((await pool.query('select n from tiers.two')).rows).toEqual([{ n: 1 }]);
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
  const failing: Tables = { ...both, fill: () => Promise.reject(new Error('no rows')) };
  await expect(migrate(pool, 'tiers', failing)).rejects.toThrow('no rows');
  expect(await tables()).toEqual([]);
  await migrate(pool, 'tiers', both);
  expect(await tables()).toEqual(['one', 'two']);
});

it('refuses tables of another version, whichever is the newer', async () => {
  const more: Tables = { ...both, sql: `${both.sql} create table tiers.three (n integer);` };
  await migrate(pool, 'tiers', both);
  await expect(migrate(pool, 'tiers', more)).rejects.toThrow('npm run reset');
  expect(await tables()).toEqual(['one', 'two']);
  await pool.query('drop schema tiers cascade');
  await migrate(pool, 'tiers', more);
  await expect(migrate(pool, 'tiers', both)).rejects.toThrow('npm run reset');
});

it('takes other comments and other white space for the same tables', async () => {
  await migrate(pool, 'tiers', both);
  await migrate(pool, 'tiers', {
    sql: `
      -- the first
      create table tiers.one (n integer);
      create table tiers.two (n integer);`,
  });
});
