import { randomBytes } from 'node:crypto';
import { openEngine, readCommitted } from '@candor/journal';
import { rebuild } from '@candor/projections';
import { Client, Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type DatabaseLogins,
  KEPT_TABLES,
  migrate,
  OWNERS_TABLES,
  ownedBy,
  refuseOtherSchemas,
  SCHEMAS,
} from '../../apps/server/base/database/index.ts';
import { grantRuntime } from '../../apps/server/base/postgres/runtime-role.ts';
import { openMessages } from '../../apps/server/gateway/messages/index.ts';
import { openOperatorRoom } from '../../apps/server/operators/operator/index.ts';
import { type House, openHouse } from '../api/support/house.ts';
import { bootstrap, indexTick } from '../api/support/listing.ts';
import { patientTuning } from '../support/patient-tuning.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';

const REFUSED = { code: '42501' };
const role = `runtime_${randomBytes(6).toString('hex')}`;
const loginsOf = ({ connectionString }: FreshDatabase): DatabaseLogins => ({
  owner: connectionString,
  runtime: connectionString.replace('//candor@', `//${role}@`),
});

let database: FreshDatabase;
let house: House;
let client: Client;

beforeAll(async () => {
  database = await freshDatabase();
  house = await openHouse({ database });
  const { pool, now } = house;
  await openOperatorRoom({
    pool,
    now,
    secretKey: randomBytes(32),
    loginAttemptsPerMinute: 9,
    onEnrolled: async () => {},
    setupLinksKey: randomBytes(32),
    messages: await openMessages({ pool, deliveries: { email: null, sms: null }, now }),
  });
  const logins = loginsOf(database);
  await grantRuntime(logins, true);
  // a second start finds all of it
  await grantRuntime(logins, true);
  client = new Client({ connectionString: logins.runtime });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await house?.stop();
  await database?.drop();
});

describe('the role that the processes work as', () => {
  it('adds and reads rows of journal and audit, and neither changes nor deletes any', async () => {
    for (const [table, may] of Object.entries(KEPT_TABLES)) {
      // the last one: the first may be an identity, which nobody updates
      const column = (await client.query(`select * from ${table} limit 0`)).fields.at(-1);
      expect(column, table).toBeDefined();
      const rights: readonly string[] = may;
      const change = client.query(`update ${table} set ${column?.name} = ${column?.name} where false`);
      if (rights.includes('update')) await change;
      else await expect(change, `update ${table}`).rejects.toMatchObject(REFUSED);
      const removal = client.query(`delete from ${table} where false`);
      if (rights.includes('delete')) await removal;
      else await expect(removal, `delete from ${table}`).rejects.toMatchObject(REFUSED);
      await expect(client.query(`truncate ${table} cascade`), table).rejects.toMatchObject(REFUSED);
      const { rows } = await client.query("select has_table_privilege($1, 'insert') as adds", [table]);
      expect(rows, table).toEqual([{ adds: !OWNERS_TABLES.has(table) }]);
    }
  });

  it('notes no archive of the journal: its rows would be deleted by that', async () => {
    const note = client.query(
      `insert into journal.archives values (1, 1, 1, 1, '', '', 0, 0, '/tmp', 'journal-1', 1, '')`,
    );
    await expect(note).rejects.toMatchObject(REFUSED);
  });

  it('owns no table of journal and audit, can take no other role, and drops no trigger', async () => {
    const { rows } = await client.query(
      `select schemaname || '.' || tablename as name from pg_tables
       where tableowner = current_user and schemaname = any($1)`,
      [SCHEMAS.filter((schema) => !['projections', 'jobs'].includes(schema))],
    );
    expect(rows).toEqual([]);
    await expect(client.query('set role candor')).rejects.toMatchObject(REFUSED);
    await expect(client.query('drop trigger log_is_kept on operator.log')).rejects.toMatchObject(REFUSED);
    await expect(client.query('alter table touches.touch disable trigger all')).rejects.toMatchObject(
      REFUSED,
    );
    await expect(client.query('create table journal.other (n integer)')).rejects.toMatchObject(REFUSED);
  });

  it('works with every other table', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select schemaname || '.' || tablename as name from pg_tables
       where schemaname = any($1) and tablename not like 'kysely%'`,
      [SCHEMAS],
    );
    const others = rows.map(({ name }) => name).filter((name) => !Object.hasOwn(KEPT_TABLES, name));
    expect(others.length).toBeGreaterThan(60);
    for (const table of others) {
      const held = await client.query(
        "select has_table_privilege($1, 'select, insert, update, delete') as all",
        [table],
      );
      expect(held.rows, table).toEqual([{ all: true }]);
    }
    // the queue's tables are open to their owner alone
    const { rows: jobs } = await client.query("select jobs.add_job('aTask')");
    expect(jobs).toHaveLength(1);
  });

  it('runs the journal on a database that the owner prepared, and rooms migrate as the owner', async () => {
    const fresh = await freshDatabase();
    const logins = loginsOf(fresh);
    await grantRuntime(logins, true);
    const engine = await openEngine({
      connectionString: logins.runtime,
      genesis: { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: 'ab'.repeat(32) },
      bootstrap,
      now: Date.now,
      tuning: patientTuning,
    });
    await engine.submit({ userId: 0, key: null, bodyHash: null, body: indexTick(1, Date.now()) });
    await engine.stop();
    const pool = new Pool({ connectionString: logins.runtime });
    ownedBy(pool, logins);
    await migrate(pool, 'review', { sql: 'create table review.note (n integer)' });
    await pool.query('insert into review.note values (1)');
    await expect(pool.query('update review.note set n = 2')).rejects.toMatchObject(REFUSED);
    await expect(pool.query('delete from journal.batches')).rejects.toMatchObject(REFUSED);
    await pool.end();
    await fresh.drop();
  });

  it('makes read models again as it, and what an owner once made there becomes its own', async () => {
    const logins = loginsOf(database);
    const owners = async () =>
      (
        await client.query<{ tableowner: string }>(
          "select distinct tableowner from pg_tables where schemaname = 'projections'",
        )
      ).rows.map(({ tableowner }) => tableowner);
    const again = ({ runtime }: DatabaseLogins) =>
      rebuild({
        connectionString: runtime,
        replay: (afterSeq) => readCommitted({ connectionString: runtime, afterSeq, log: () => {} }),
      });
    await again({ owner: logins.owner, runtime: logins.owner });
    expect(await owners()).toContain('candor');
    await grantRuntime(logins, false);
    expect(await owners()).toEqual([role]);
    const { tables } = await again(logins);
    expect(tables.length).toBeGreaterThan(20);
    expect(await owners()).toEqual([role]);
  });

  it('puts nothing of its own in the place of what the owner’s statements call', async () => {
    const fresh = await freshDatabase();
    const logins = loginsOf(fresh);
    await grantRuntime(logins, true);
    const plain = new Client({ connectionString: logins.owner });
    await plain.connect();
    expect((await plain.query('show search_path')).rows).toEqual([{ search_path: 'pg_catalog, pg_temp' }]);
    // as on a database that an earlier version made
    await plain.query(`do $$ begin execute format('alter role candor in database %I reset all',
      current_database()); end $$`);
    const runtime = new Client({ connectionString: logins.runtime });
    await runtime.connect();
    await runtime.query(`create schema candor;
      create sequence candor.calls;
      create function candor.joined(name, text) returns text language plpgsql as $$ begin
        if current_user <> '${role}' then perform pg_catalog.nextval('candor.calls'); end if;
        return pg_catalog.concat($1, $2);
      end $$;
      create operator candor.|| (leftarg = name, rightarg = text, function = candor.joined);`);
    const called = async () => (await plain.query('select is_called from candor.calls')).rows[0].is_called;

    await refuseOtherSchemas(logins);
    await grantRuntime(logins, true);
    const pool = new Pool({ connectionString: logins.runtime });
    ownedBy(pool, logins);
    await migrate(pool, 'review', { sql: `create table review.note (n text default 'a'::name || 'b')` });
    await pool.query('insert into review.note default values');
    expect(await called()).toBe(false);

    // a schema of a room that does not stand yet
    await runtime.query(`create schema loan;
      create view loan.kysely_migration as select candor.joined('no digest', '') as name`);
    await expect(refuseOtherSchemas(logins)).rejects.toMatchObject({ code: 'DATABASE_OTHER' });
    await runtime.query(`drop view loan.kysely_migration;
      create view loan.kysely_migration as select null::text as name limit 0`);
    await expect(migrate(pool, 'loan', { sql: '' })).rejects.toThrow('belongs to another role');
    expect(await called()).toBe(false);
    // the trap itself works
    await plain.query('set search_path = "$user"');
    await plain.query("select 'a'::name || 'b'");
    expect(await called()).toBe(true);
    await pool.end();
    await Promise.all([plain.end(), runtime.end()]);
    await fresh.drop();
  });
});
