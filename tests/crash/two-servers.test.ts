// Own server: two of them contend for one database.
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/patience.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';
import { endAll, type RunningProgram, startProgram, untilReady } from '../support/program.ts';
import { belongings, registerTrader, signIn } from '../support/trader.ts';

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

test('of two servers on one database one writes: a second is refused, also while the first stands still, and a first that comes back after it was replaced ends', async () => {
  const first = await start();
  const { url } = await first.ready();
  await untilReady(url);
  const trader = await registerTrader(url, 'fenced');
  const before = await belongings(trader);

  const refused = await start();
  expect(await refused.ended).not.toBe(0);
  expect(refused.output()).toMatch(/Another Candor/);

  // the whole process group
  process.kill(-first.pid, 'SIGSTOP');
  const stillRefused = await start();
  expect(await stillRefused.ended).not.toBe(0);
  expect(stillRefused.output()).toMatch(/Another Candor/);

  await cutConnections();
  const second = await start();
  const { url: secondUrl } = await second.ready();
  await untilReady(secondUrl);
  process.kill(-first.pid, 'SIGCONT');
  expect(await first.ended).not.toBe(0);
  const again = await signIn(secondUrl, 'fenced');
  expect((await belongings(again)).amounts).toEqual(before.amounts);
  await eventually(async () => {
    expect((await fetch(`${secondUrl}/readyz`)).status).toBe(200);
  });
});
