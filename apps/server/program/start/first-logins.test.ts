import { JournalError } from '@candor/journal';
import { Pool, type PoolClient } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts';
import { createPatience, migrate, startsPatiently } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { openOperatorRoom } from '../../operators/operator/index.ts';
import { migrations as identityMigrations } from '../../users/identity/schema.ts';
import { type CustomerRooms, makeCustomers, makeFirstOperator } from './first-logins.ts';

const patience = createPatience({ log: () => {}, signal: new AbortController().signal });
const lost = () => Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
/** More statements than the start has. */
const MOST_STATEMENTS = 40;
/** A room whose tables are there asks two questions. */
const STATEMENTS_OF_ROOM = 2;

let database: FreshDatabase;
const pools: Pool[] = [];
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
  await database.drop();
});

/** A pool whose connection breaks once: after its statement number `at` was done, and before its answer came. */
function losing(at: number): { readonly pool: Pool; readonly hasLost: () => boolean } {
  const pool = new Pool({ connectionString: database.connectionString, max: 2 });
  pools.push(pool);
  pool.on('error', () => {});
  let done = 0;
  pool.on('connect', (client) => {
    client.on('error', () => {});
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    const cut = async (...args: unknown[]) => {
      const result = await query(...args);
      done += 1;
      if (done !== at) return result;
      (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
      throw lost();
    };
    // the pool's own queries give a callback
    (client as unknown as { query: unknown }).query = (...args: unknown[]) => {
      const last = args.at(-1);
      if (typeof last !== 'function') return cut(...args);
      cut(...args.slice(0, -1)).then(
        (result) => last(null, result),
        (error: unknown) => last(error),
      );
    };
  });
  startsPatiently(pool, patience);
  return { pool, hasLost: () => done >= at };
}

async function rows(text: string): Promise<unknown[]> {
  const pool = new Pool({ connectionString: database.connectionString, max: 1 });
  const client: PoolClient = await pool.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    client.release();
    await pool.end();
  }
}

test('the first operators are made once, whichever answer of PostgreSQL is lost', async () => {
  const roomOf = (pool: Pool) =>
    openOperatorRoom({
      pool,
      now: () => 1_800_000_000_000,
      loginAttemptsPerMinute: 10,
      secretKey: new Uint8Array(32),
      setupLinksKey: new Uint8Array(32),
      messages: {} as never,
      onEnrolled: async () => {},
    });
  await migrate(losing(0).pool, 'identity', identityMigrations);
  await roomOf(losing(0).pool);
  let at = STATEMENTS_OF_ROOM;
  for (; at < MOST_STATEMENTS; at += 1) {
    const { pool, hasLost } = losing(at);
    const room = await roomOf(pool);
    const login = {
      read: async () => ({ account: 'operator', password: 'first-password-9' }),
      forget: async () => {},
    };
    expect(await patience(() => makeFirstOperator(room, login, true))).toBe(true);
    expect(await patience(() => room.people.ensureSecond(async () => 'second-password-9'))).toBe(true);
    const found = await rows('select name, role, totp_sealed from operator.person order by operator_id');
    expect(found, `statement ${at}`).toEqual([
      { name: 'operator', role: 'admin', totp_sealed: null },
      { name: 'operator2', role: 'finance', totp_sealed: null },
    ]);
    const logged = await rows('select action from operator.log order by no');
    expect(logged, `statement ${at}`).toEqual([{ action: 'firstOperator' }, { action: 'addOperator' }]);
    await rows(`
      alter table operator.log disable trigger all; delete from operator.log;
      alter table operator.person disable trigger all; delete from operator.person`);
    if (!hasLost()) break;
  }
  expect(at - STATEMENTS_OF_ROOM).toBeGreaterThan(8);
  expect(at).toBeLessThan(MOST_STATEMENTS);
});

test('a schema is made once, whichever answer is lost', async () => {
  for (let at = 1; at <= 10; at += 1) {
    const { pool } = losing(at);
    await migrate(pool, 'tiers', { sql: 'create table tiers.one (n integer)' });
    expect(await rows('select from tiers.kysely_migration')).toHaveLength(1);
    await rows('drop schema tiers cascade');
  }
});

/** Customers and their funds as the house keeps them; the answer of its act number `at` is lost, in one of the ways that it may be. */
function house(at: number, how: () => unknown) {
  const users = new Map<string, number>();
  const taken = new Map<string, string>();
  let acts = 0;
  const act = <T>(done: T): T => {
    acts += 1;
    if (acts === at) throw how();
    return done;
  };
  let isOpening = true;
  const rooms: CustomerRooms = {
    identity: {
      contacts: { owner: async (_, value) => act(users.get(value) ?? null) },
      createUser: async ({ account }) => {
        if (users.has(account)) throw new Refusal('ACCOUNT_TAKEN');
        users.set(account, users.size + 1);
        return act(users.size);
      },
    },
    practice: {
      take: async (userId, coin, amount, key) => {
        // the first account opens a moment later
        const isLate = isOpening;
        isOpening = false;
        if (isLate) throw new Refusal('ACCOUNT_OPENING');
        taken.set(`${userId} ${key}`, `${amount} ${coin}`);
        return act({} as never);
      },
    },
  };
  return { rooms, users, taken, acts: () => acts };
}

test.each([
  ['PostgreSQL', lost],
  ['the outbox', () => new JournalError('OUTCOME_UNKNOWN', 'the house lost its database')],
])('each demo customer has its funds once, whichever answer of %s is lost', async (_, how) => {
  const logins = ['demo', 'demo2'].map((account) => ({ account, password: 'demo-password-9' }));
  let at = 1;
  for (; at < MOST_STATEMENTS; at += 1) {
    const { rooms, users, taken, acts } = house(at, how);
    await makeCustomers(rooms, logins, patience);
    expect([...users.keys()]).toEqual(['demo', 'demo2']);
    expect([...taken.entries()].sort(), `act ${at}`).toEqual([
      ['1 demo-funds-BTC', '1 BTC'],
      ['1 demo-funds-USDT', '50000 USDT'],
      ['2 demo-funds-BTC', '1 BTC'],
      ['2 demo-funds-USDT', '50000 USDT'],
    ]);
    if (acts() < at) break;
  }
  expect(at).toBeGreaterThan(8);
});

test('a customer who was there before and took the day’s allowance holds up no start', async () => {
  const { rooms, users } = house(0, lost);
  users.set('demo', 7);
  await makeCustomers(
    {
      ...rooms,
      practice: {
        take: async () => {
          throw new Refusal('PRACTICE_CAP_REACHED');
        },
      },
    },
    [{ account: 'demo', password: 'demo-password-9' }],
    patience,
  );
  expect(users.get('demo')).toBe(7);
});
