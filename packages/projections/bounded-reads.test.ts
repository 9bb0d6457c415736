import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../tests/support/postgres.ts';
import { MiningQueries } from './products/mining/queries.ts';
import { ContractQueries } from './products/perpetual/queries.ts';
import { SpotQueries } from './products/spot/queries.ts';
import { tableGroups } from './projections.ts';
import { readModels } from './read-models.ts';
import { makeEmpty, projectionsSchema } from './schema.ts';
import type { Table } from './table.ts';

/** Rows of the user. */
const ROWS = 100_000;
const USER = 7;
/** Rows that one read may look at: a page, its joins, and room for what the planner reads beside. */
const MAX_LOOKED_AT = 400;

const tables = tableGroups(Object.values(readModels)).flat();
let database: FreshDatabase;
let client: Client;

const values: Readonly<Record<string, string>> = {
  user_id: `${USER}`,
  order_id: 'n',
  trade_id: 'n',
  side: '1',
  order_type: '1',
  time_in_force: '1',
  client_order_id: `CASE WHEN n % 2000 = 0 THEN 'often' ELSE 'c' || n END`,
  done_reason: 'CASE WHEN n % 1000 = 0 THEN NULL ELSE 1 END',
};

/** Rows of a table, by `n`: what a column that `own` and `values` do not name needs is 1. */
async function fill(table: Table, own: Readonly<Record<string, string>> = {}): Promise<void> {
  const names = Object.keys(table.columns);
  const cells = names.map((name) => {
    const given = own[name] ?? values[name];
    if (given !== undefined) return given;
    const { type, nullable } = table.columns[name]!;
    if (nullable === true) return 'NULL';
    return type === 'boolean' ? 'false' : type === 'text' ? "'x'" : '1';
  });
  await client.query(
    `INSERT INTO ${projectionsSchema}.${table.name} (${names.join(', ')})
     SELECT ${cells.join(', ')} FROM generate_series(1, ${ROWS}) AS n`,
  );
  await client.query(`VACUUM ANALYZE ${projectionsSchema}.${table.name}`);
}

const named = (name: string) => tables.find((table) => table.name === name)!;

beforeAll(async () => {
  database = await freshDatabase();
  client = new Client({ connectionString: database.connectionString });
  await client.connect();
  await makeEmpty(client, tables);
  // every order of a user fills thousands of rows before the one that is asked for
  const fills = { order_id: 'n / 20' };
  await fill(named('orders'));
  await fill(named('contract_orders'));
  await fill(named('fills'), fills);
  await fill(named('contract_fills'), fills);
  await fill(named('mining_points'), { seq: 'n', asset_id: 'n % 2' });
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

interface Plan {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}

/** Rows that a plan took from tables, those that it threw away too. */
function lookedAt(plan: Plan): number {
  const own =
    plan['Relation Name'] === undefined
      ? 0
      : (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  return own + (plan.Plans ?? []).reduce((sum, below) => sum + lookedAt(below), 0);
}

/** Runs a read, and counts the rows that its statements look at. */
async function cost(
  read: (spot: SpotQueries, contracts: ContractQueries, mining: MiningQueries) => Promise<unknown>,
): Promise<{ readonly statements: number; readonly rows: number }> {
  let rows = 0;
  let statements = 0;
  const pool = {
    query: async (sql: string, given: unknown[]) => {
      statements++;
      const explained = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, given);
      rows += lookedAt(explained.rows[0]['QUERY PLAN'][0].Plan);
      return client.query(sql, given);
    },
  };
  const shown = pool as unknown as ConstructorParameters<typeof SpotQueries>[0];
  await read(
    new SpotQueries(shown, projectionsSchema),
    new ContractQueries(shown, projectionsSchema),
    new MiningQueries(shown, projectionsSchema),
  );
  return { statements, rows };
}

const page = { userId: USER, limit: 100 };
// `c201` is an old order, nobody has `c200001`, and 50 orders have `often`
const ids = ['c201', 'c200001', 'often'];

describe(`a user with ${ROWS} orders`, () => {
  test.each(
    ids.flatMap((clientOrderId) =>
      [undefined, true, false].map((done) => ({ clientOrderId, done: done ?? null })),
    ),
  )('finds orders by the id $clientOrderId without a walk (over: $done)', async ({ clientOrderId, done }) => {
    const query = { ...page, clientOrderId, done };
    const [spot, contracts] = [
      await cost((spot) => spot.orders(query)),
      await cost((_, contracts) => contracts.orders(query)),
    ];
    for (const { statements, rows } of [spot, contracts]) {
      expect(statements).toBe(1);
      expect(rows).toBeLessThan(MAX_LOOKED_AT);
    }
  });

  test.each(['spot', 'margin-cross', 'margin-isolated'] as const)(
    'finds them in the wallet %s',
    async (wallet) => {
      const { rows } = await cost((spot) => spot.orders({ ...page, clientOrderId: 'c201', wallet }));
      expect(rows).toBeLessThan(MAX_LOOKED_AT);
    },
  );

  test.each([3, 5_001, 9_999_999])('finds the fills of order %s without a walk', async (orderId) => {
    const [spot, contracts] = [
      await cost((spot) => spot.fills({ ...page, orderId })),
      await cost((_, contracts) => contracts.fills({ ...page, orderId })),
    ];
    for (const { rows } of [spot, contracts]) expect(rows).toBeLessThan(MAX_LOOKED_AT);
  });
});

test(`a coin with ${ROWS / 2} moments of its index is read by its newest ones, also those before a command`, async () => {
  for (const toSeq of [ROWS, ROWS / 2]) {
    const { rows } = await cost((_, _contracts, mining) => mining.points(1, toSeq, 100));
    expect(rows).toBeLessThan(MAX_LOOKED_AT);
  }
});
