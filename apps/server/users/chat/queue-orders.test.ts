import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase } from '../../../../tests/support/postgres.ts';
import { type Database, type Db, migrate } from '../../base/database/index.ts';
import { migrations as identity } from '../identity/schema.ts';
import { queuePage } from './desk-rows.ts';
import { migrations } from './schema.ts';

let pool: Pool;
beforeAll(async () => {
  pool = new Pool({ connectionString: (await freshDatabase()).connectionString });
  await migrate(pool, 'identity', identity);
  await migrate(pool, 'chat', migrations);
});
afterAll(() => pool?.end());

/** The plan of a page of the queue, as PostgreSQL makes it for tables of many rows. */
async function planOf(look: Parameters<typeof queuePage>[2]): Promise<string> {
  const queries: { readonly sql: string; readonly parameters: readonly unknown[] }[] = [];
  const db: Db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void queries.push(query),
  });
  await queuePage(db, { operatorId: 1, name: 'sam', role: 'support' } as never, look, 0);
  const [query] = queries;
  const client = await pool.connect();
  try {
    await client.query('set enable_seqscan = off; set enable_bitmapscan = off');
    const { rows } = await client.query(`explain ${query?.sql}`, [...(query?.parameters ?? [])]);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    client.release();
  }
}

it.each([
  ['the longest waits', {}, 'conversation_queue'],
  ['the newest messages', { sort: '-time' }, 'conversation_latest'],
  ['what is resolved', { where: { status: 'resolved' } }, 'conversation_resolved'],
] as const)('reads %s from an index that is in their order', async (_, look, index) => {
  const plan = await planOf({ where: {}, ...look });
  expect(plan).toContain(`using ${index}`);
  expect(plan).not.toContain('Sort');
});
