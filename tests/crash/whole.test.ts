// Own server: its database fails.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Postgres, startPostgres } from '../../apps/server/base/postgres/launch.ts';
import { Random } from '../../tools/workload/random.ts';
import { eventually } from '../support/patience.ts';
import { endAll, type RunningProgram, startProgram } from '../support/program.ts';
import { cleanReplay, query } from './support.ts';
import { Trader, Trading } from './trader.ts';

/** The whole server on a database of its own, which fails under it. */
let databaseDir: string;
let postgres: Postgres;
let program: RunningProgram | null = null;
let traders: Trader[] = [];

beforeEach(async () => {
  databaseDir = await mkdtemp(join(tmpdir(), 'candor-whole-'));
  postgres = await startPostgres({ dataDir: databaseDir, log: () => {} });
});

afterEach(async () => {
  traders = [];
  if (program !== null) await endAll(program.dataDir);
  program = null;
  await postgres.stop();
  await rm(databaseDir, { recursive: true, force: true });
});

async function start(): Promise<string> {
  const env = {
    DATABASE_URL: postgres.connectionString,
    CALLS_PER_SECOND: '1000000',
    ACTS_PER_USER_AND_DAY: '100000000',
    ACTS_PER_ADDRESS_AND_DAY: '100000000',
  };
  program = await startProgram({ env, ...(program === null ? {} : { dataDir: program.dataDir }) });
  const { url } = await program.ready();
  for (const trader of traders) trader.connect(url);
  return url;
}

async function openAccounts(url: string): Promise<void> {
  const random = new Random(20_251_010);
  traders = Array.from({ length: 4 }, (_, index) => new Trader(`whole_${index}`, random));
  for (const trader of traders) {
    trader.connect(url);
    await trader.register();
  }
}

interface Readiness {
  readonly status: number;
  readonly text: string;
}

async function readiness(url: string): Promise<Readiness> {
  const response = await fetch(`${url}/readyz`);
  return { status: response.status, text: await response.text() };
}

/** Waits until /readyz answers so. */
function becomes(url: string, wanted: { readonly status: number; readonly text: RegExp }): Promise<void> {
  return eventually(async () => {
    const seen = await readiness(url);
    expect(seen).toEqual({ status: wanted.status, text: expect.stringMatching(wanted.text) });
  });
}

const ready = { status: 200, text: /^/ };

/** Everything that was answered is in the journal, once. */
async function expectKept(): Promise<void> {
  const accepted = new Map<string, number>();
  const { kernel } = await cleanReplay(postgres.connectionString, (event) => {
    if (event.type === 'orderAccepted' && event.clientOrderId !== null)
      accepted.set(event.clientOrderId, (accepted.get(event.clientOrderId) ?? 0) + 1);
  });
  for (const { sum } of kernel.ledgerSums()) expect(sum).toBe(0n);
  let answered = 0;
  for (const trader of traders)
    for (const { clientOrderId } of trader.orders.values()) {
      expect(accepted.get(clientOrderId), clientOrderId).toBe(1);
      answered++;
    }
  expect(answered).toBeGreaterThan(traders.length);
}

test('PostgreSQL killed in the midst of commits and started again: the server says so and recovers by itself', async () => {
  const url = await start();
  await openAccounts(url);
  for (let kill = 0; kill < 3; kill++) {
    const trading = new Trading(traders);
    await new Promise((resolve) => setTimeout(resolve, 150 + 100 * kill));
    await trading.answered(20);
    process.kill(postgres.pid, 'SIGKILL');
    await postgres.exited;
    await becomes(url, { status: 503, text: /journal|database|PostgreSQL/i });
    // Orders are refused, in words, and nothing else ends.
    await trading.ended;
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    postgres = await startPostgres({ dataDir: databaseDir, log: () => {} });
    await becomes(url, ready);
    for (const trader of traders) await trader.retry();
  }
  await expectKept();
});

test('a full disk: the server says so, refuses, and goes on when there is room again', async () => {
  const url = await start();
  await openAccounts(url);
  const trading = new Trading(traders);
  await new Promise((resolve) => setTimeout(resolve, 600));
  await trading.answered(20);
  await query(
    postgres.connectionString,
    `CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
     CREATE TRIGGER no_room BEFORE INSERT ON journal.batches FOR EACH ROW EXECUTE FUNCTION no_room()`,
  );
  await becomes(url, { status: 503, text: /No space left/ });
  await trading.ended;
  await query(postgres.connectionString, 'DROP TRIGGER no_room ON journal.batches');
  await becomes(url, ready);
  for (const trader of traders) await trader.retry();
  await expectKept();
});

test('a torn last batch: the server names the row and starts only once it is mended', async () => {
  const url = await start();
  await openAccounts(url);
  const trading = new Trading(traders);
  await new Promise((resolve) => setTimeout(resolve, 400));
  await trading.answered(20);
  const killed = program as RunningProgram;
  killed.child.kill('SIGKILL');
  await Promise.all([trading.ended, killed.ended]);
  const { connectionString } = postgres;
  const [last] = await query<{ batch_no: string; payload: Buffer }>(
    connectionString,
    'SELECT batch_no, payload FROM journal.batches ORDER BY batch_no DESC LIMIT 1',
  );
  const tear = 'UPDATE journal.batches SET payload = $2 WHERE batch_no = $1';
  await query(connectionString, tear, [last?.batch_no, last?.payload.subarray(0, 5)]);
  await expect(start()).rejects.toThrow(
    new RegExp(`Journal row ${last?.batch_no} .* does not match its hash`),
  );
  await query(connectionString, tear, [last?.batch_no, last?.payload]);
  await start();
  for (const trader of traders) await trader.retry();
  await expectKept();
});
