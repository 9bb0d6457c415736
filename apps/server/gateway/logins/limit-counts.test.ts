import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts';
import { migrate } from '../../base/database/index.ts';
import { migrations } from '../../users/identity/schema.ts';
import { createLimitCounts, type Limit, type LimitCounts } from './limit-counts.ts';

let database: FreshDatabase;
let pool: Pool;
let counts: LimitCounts;
beforeAll(async () => {
  database = await freshDatabase();
  pool = new Pool({ connectionString: database.connectionString, max: 8 });
  pool.on('error', () => {});
  await migrate(pool, 'identity', migrations);
  counts = createLimitCounts({ pool, schema: 'identity', table: 'rate_limit' });
});
beforeEach(async () => {
  await pool.query('delete from identity.rate_limit');
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const limit = (key: string, most: number, durationMs = 60_000): Limit => ({ key, most, durationMs });
const [address, site, name] = [limit('address', 2), limit('site', 3), limit('name', 100)];
const used = async () => Object.fromEntries(await counts.read([address, site, name]));
const forgotten = (each: Limit) => ({ ...each, isForgotten: true });
const takenBack = (each: Limit) => ({ ...each, isForgotten: false });

it('counts in turn up to the first limit that is exceeded, and says how long to wait for it', async () => {
  for (let time = 0; time < 2; time += 1) expect(await counts.add([address, site, name])).toBeNull();
  const waitMs = await counts.add([address, site, name]);
  expect(waitMs).toBeGreaterThan(0);
  expect(waitMs).toBeLessThanOrEqual(60_000);
  expect(await used()).toEqual({ address: 3, site: 2, name: 2 });
  const other = limit('other', 2);
  expect(await counts.add([other, site, name])).toBeNull();
  expect(await counts.add([other, site, name])).not.toBeNull();
  expect(await used()).toEqual({ address: 3, site: 4, name: 3 });
});

it('resets a count once the time of its limit is over', async () => {
  const short = limit('address', 2, -1);
  for (let time = 0; time < 3; time += 1) expect(await counts.add([short])).toBeNull();
  expect(await used()).toEqual({});
});

it('takes one back from some and forgets others', async () => {
  for (let time = 0; time < 2; time += 1) await counts.add([address, site, name]);
  await counts.forgive([takenBack(address), forgotten(name), takenBack(site)]);
  expect(await used()).toEqual({ address: 1, site: 1 });
});

it('counts and forgives at once without a deadlock', async () => {
  const acts = Array.from({ length: 300 }, (_, nr) =>
    nr % 2 === 0
      ? counts.add([limit('address', 1_000), limit('site', 1_000), name])
      : counts.forgive([takenBack(address), takenBack(site), forgotten(name)]),
  );
  await Promise.all(acts);
});
