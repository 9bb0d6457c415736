import { afterAll, beforeAll, expect, it } from 'vitest';
import { KNOWN_MIGRATIONS, refuseNewerSchemas } from '../../apps/server/base/database/index.ts';
import { beginDatabase } from '../../apps/server/program/start/database.ts';
import { type House, openHouse } from './support/house.ts';

let house: House;
let url: string;
beforeAll(async () => {
  house = await openHouse();
  url = house.pool.options.connectionString!;
});
afterAll(() => house.stop());

async function ran(): Promise<Record<string, string[]>> {
  const { rows } = await house.pool.query<{ schema: string }>(
    "select relnamespace::regnamespace::text as schema from pg_class where relname = 'kysely_migration' order by 1",
  );
  const found: Record<string, string[]> = {};
  for (const { schema } of rows) {
    const names = await house.pool.query<{ name: string }>(
      `select name from ${schema}.kysely_migration order by name`,
    );
    found[schema] = names.rows.map(({ name }) => name);
  }
  return found;
}

it('names the migrations that every room runs, and no other', async () => {
  const found = await ran();
  const known: Record<string, readonly string[]> = KNOWN_MIGRATIONS;
  expect(Object.keys(found).length).toBeGreaterThan(20);
  for (const [schema, names] of Object.entries(found))
    expect([schema, names]).toEqual([schema, known[schema]]);
});

it('refuses a database of which a later version made any schema, and writes nothing', async () => {
  await refuseNewerSchemas(url);
  const before = await ran();
  for (const schema of Object.keys(before)) {
    await house.pool.query(`insert into ${schema}.kysely_migration values ('999-later', now()::text)`);
    await expect(refuseNewerSchemas(url)).rejects.toMatchObject({
      code: 'DATABASE_NEWER',
      message: expect.stringContaining(`the schema ${schema} of this database (999-later)`),
    });
    await house.pool.query(`delete from ${schema}.kysely_migration where name = '999-later'`);
  }
  expect(await ran()).toEqual(before);
});

it('refuses it before a process begins, and lets go of the database', async () => {
  const epoch = async () => (await house.pool.query('select epoch from journal.head')).rows;
  const before = await epoch();
  const options = { databaseUrl: url, databaseRuntimeUrl: null, dataDir: '/nowhere' };
  const quiet = { say() {}, report() {}, onLost() {} };
  await house.pool.query("insert into tiers.kysely_migration values ('999-later', now()::text)");
  const refused = beginDatabase({ ...options, ...quiet });
  await expect(refused.logins).rejects.toMatchObject({ code: 'DATABASE_NEWER' });
  await refused.stop();
  expect(await epoch()).toEqual(before);
  await house.pool.query("delete from tiers.kysely_migration where name = '999-later'");
  const taken = beginDatabase({ ...options, ...quiet });
  expect(await taken.logins).toMatchObject({ owner: url });
  await taken.stop();
});
