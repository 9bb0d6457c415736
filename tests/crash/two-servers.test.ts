// Own server: two of them contend for one database.
import { type Client as ApiClient, type Calls, createClient, routes } from '@candor/api';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/patience.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';
import { endAll, type RunningProgram, startProgram, untilReady } from '../support/program.ts';
import { belongings, clientOf, password, registerTrader, signIn } from '../support/trader.ts';

let database: FreshDatabase;
const programs: RunningProgram[] = [];

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(async () => {
  for (const { pid, child } of programs) if (child.exitCode === null) process.kill(-pid, 'SIGCONT');
  await endAll(...programs.map(({ dataDir }) => dataDir));
  await database.drop();
});

async function start(): Promise<RunningProgram> {
  const program = await startProgram({
    env: { DATABASE_URL: database.connectionString, CANDOR_SEED: 'ab'.repeat(32) },
  });
  programs.push(program);
  return program;
}

/** Ends every connection of the database, as a network does that lost sight of a server. */
async function cutConnections(): Promise<void> {
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  await client.end();
}

/** A client that waits for nobody: what is not answered soon was not acknowledged. */
async function hastyClient(url: string, account: string): Promise<ApiClient<Calls>> {
  const { satoken } = await clientOf(url, null).call('login', {
    body: { type: 'account', account, password },
  });
  return createClient(routes, {
    baseUrl: url,
    head: 'v1',
    token: () => satoken,
    language: () => 'en' as const,
    timeoutMs: 3_000,
    actWindowMs: 3_000,
    fetch,
  });
}

/** Places an order that rests, under a name of its own; resolves with the name where it was acknowledged. */
async function place(client: ApiClient<Calls>, price: string, name: string): Promise<string | null> {
  const body = { symbol: 'BTCUSDT', type: 'limit', price, quantity: '0.001', clientOrderId: name } as const;
  return client.call('exchange', { params: { side: 'buy' }, body }).then(
    () => name,
    () => null,
  );
}

test('of two servers on one database one writes: a second is refused, also while the first stands still, and a first that comes back after it was replaced ends', async () => {
  const first = await start();
  const { url } = await first.ready();
  await untilReady(url);
  const trader = await registerTrader(url, 'fenced');
  const toFirst = await hastyClient(url, 'fenced');
  const ticks = await trader.client.call('getIndexTicks', {
    params: { symbol: 'BTCUSDT' },
    query: { limit: '1' },
  });
  const price = String(Math.floor(Number(ticks.at(-1)?.p) * 0.95));
  const ofFirst = [
    await place(trader.client, price, 'first-0'),
    await place(trader.client, price, 'first-1'),
  ];
  expect(ofFirst).toEqual(['first-0', 'first-1']);

  const refused = await start();
  expect(await refused.ended).not.toBe(0);
  expect(refused.output()).toMatch(/Another Candor/);

  // the whole process group
  process.kill(-first.pid, 'SIGSTOP');
  // they wait in its sockets until it goes on
  const held = Array.from({ length: 4 }, (_, at) => place(toFirst, price, `held-${at}`));
  const stillRefused = await start();
  expect(await stillRefused.ended).not.toBe(0);
  expect(stillRefused.output()).toMatch(/Another Candor/);

  await cutConnections();
  const second = await start();
  const { url: secondUrl } = await second.ready();
  await untilReady(secondUrl);
  const again = await signIn(secondUrl, 'fenced');
  process.kill(-first.pid, 'SIGCONT');
  let ended = false;
  const end = first.ended.then((code) => {
    ended = true;
    return code;
  });
  const late: (string | null)[] = [];
  const ofSecond: (string | null)[] = [];
  for (let at = 0; at === 0 || !ended; at++) {
    const both = await Promise.all([
      place(toFirst, price, `late-${at}`),
      place(again.client, price, `second-${at}`),
    ]);
    late.push(both[0]);
    ofSecond.push(both[1]);
  }
  expect(await end).not.toBe(0);
  // nothing of the first is acknowledged once another writes, and nothing of it is done
  expect([...(await Promise.all(held)), ...late].filter((name) => name !== null)).toEqual([]);
  const acknowledged = [...ofFirst, ...ofSecond].filter((name) => name !== null);
  expect(acknowledged.length).toBeGreaterThan(ofFirst.length);
  const { open, amounts } = await belongings(again);
  expect(open.map(({ clientOrderId }) => clientOrderId).sort()).toEqual(acknowledged.sort());
  const usdt = amounts.find(({ coin }) => coin === 'USDT');
  expect(Number(usdt?.available) + Number(usdt?.frozen)).toBe(20_000);
  await eventually(async () => {
    expect((await fetch(`${secondUrl}/readyz`)).status).toBe(200);
  });
});
