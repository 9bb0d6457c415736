import { afterAll, beforeAll, expect, it } from 'vitest';
import { refuseOtherSchemas } from '../../apps/server/base/database/index.ts';
import { DIGESTS } from '../../apps/server/base/database/tables.gen.ts';
import { beginDatabase } from '../../apps/server/program/start/database.ts';
import { type House, openHouse } from './support/house.ts';

let house: House;
let url: string;
beforeAll(async () => {
  house = await openHouse();
  url = house.pool.options.connectionString!;
});
afterAll(() => house.stop());

/** The schemas that the house made, each with what stands in it as made. */
async function made(): Promise<Record<string, string[]>> {
  const { rows } = await house.pool.query<{ schema: string }>(
    "select relnamespace::regnamespace::text as schema from pg_class where relname = 'kysely_migration' order by 1",
  );
  const found: Record<string, string[]> = {};
  for (const { schema } of rows) {
    const names = await house.pool.query<{ name: string }>(`select name from ${schema}.kysely_migration`);
    found[schema] = names.rows.map(({ name }) => name);
  }
  return found;
}

it('knows the tables that every room makes', async () => {
  const found = await made();
  const known: Record<string, string> = DIGESTS;
  expect(Object.keys(found).length).toBeGreaterThan(20);
  for (const [schema, names] of Object.entries(found))
    expect([schema, names]).toEqual([schema, [known[schema]]]);
});

it('refuses a database of which another version made any schema, names npm run reset, and writes nothing', async () => {
  await refuseOtherSchemas({ owner: url, runtime: url });
  const before = await made();
  for (const [schema, [digest]] of Object.entries(before)) {
    for (const other of ['001-older', 'ffffffffffffffff']) {
      await house.pool.query(`update ${schema}.kysely_migration set name = $1`, [other]);
      await expect(refuseOtherSchemas({ owner: url, runtime: url })).rejects.toMatchObject({
        code: 'DATABASE_OTHER',
        message: expect.stringMatching(
          new RegExp(`the schema ${schema} of this database.*\`npm run reset\``),
        ),
      });
    }
    await house.pool.query(`update ${schema}.kysely_migration set name = $1`, [digest]);
  }
  expect(await made()).toEqual(before);
});

it('refuses it before a process begins, and lets go of the database', async () => {
  const epoch = async () => (await house.pool.query('select epoch from journal.head')).rows;
  const before = await epoch();
  const options = { databaseUrl: url, databaseRuntimeUrl: null, dataDir: '/nowhere' };
  const quiet = { say() {}, report() {}, onLost() {} };
  await house.pool.query("update tiers.kysely_migration set name = '001-tiers'");
  const refused = beginDatabase({ ...options, ...quiet });
  await expect(refused.logins).rejects.toMatchObject({ code: 'DATABASE_OTHER' });
  await refused.stop();
  expect(await epoch()).toEqual(before);
  await house.pool.query('update tiers.kysely_migration set name = $1', [DIGESTS.tiers]);
  const taken = beginDatabase({ ...options, ...quiet });
  expect(await taken.logins).toMatchObject({ owner: url });
  await taken.stop();
});
