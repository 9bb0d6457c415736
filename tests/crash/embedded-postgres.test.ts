// Own server: its embedded PostgreSQL is killed under load.
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CallError, newActKey } from '@candor/api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPostgres } from '../../apps/server/base/postgres/launch.ts';
import { Random } from '../../tools/workload/random.ts';
import { eventually } from '../support/patience.ts';
import {
  begunDataDir,
  endAll,
  processesIn,
  processesOf,
  type RunningProgram,
  startProgram,
  untilReady,
} from '../support/program.ts';
import { expectReadModelsSame } from './read-models.ts';
import { query } from './support.ts';
import { expectTold, Told } from './told.ts';
import { Trader, TradingThrough } from './trader.ts';

/** More kills with another seed: `CRASH_SEED=7 CRASH_KILLS=40`, as of the processes. */
const seed = Number(process.env.CRASH_SEED ?? 20_251_123);
const kills = Number(process.env.CRASH_KILLS ?? 4);
const TRADERS = 6;

let program: RunningProgram;
let url: string;

beforeEach(async () => {
  const env = {
    CALLS_PER_SECOND: '1000000',
    ACTS_PER_USER_AND_DAY: '100000000',
    ACTS_PER_ADDRESS_AND_DAY: '100000000',
  };
  program = await startProgram({ dataDir: await begunDataDir(), env });
  ({ url } = await program.ready());
  await untilReady(url);
});

afterEach(() => endAll(program.dataDir));

const connectionString = () =>
  `postgresql://candor@/candor?host=${encodeURIComponent(join(program.dataDir, 'postgres'))}`;

async function postmaster(): Promise<number> {
  const text = await readFile(join(program.dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8');
  return Number.parseInt(text, 10);
}

/** Kills the postmaster, or one of the backends that serve the program. */
async function kill(victim: 'postmaster' | 'backend', random: Random): Promise<void> {
  const head = await postmaster();
  if (victim === 'postmaster') {
    process.kill(head, 'SIGKILL');
    return;
  }
  const rows = await query<{ pid: number }>(
    connectionString(),
    "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
  );
  // in a user namespace the numbers that PostgreSQL reports are the system's own
  process.kill(random.pick(rows).pid, 'SIGKILL');
}

const linesOf = (pattern: RegExp) => program.output().match(pattern) ?? [];

test(`the embedded PostgreSQL, killed under load, is started again and keeps all that was answered (seed ${seed})`, {
  timeout: 120_000 + kills * 30_000,
}, async () => {
  const random = new Random(seed);
  const traders = Array.from({ length: TRADERS }, (_, index) => new Trader(`steady_${index}`, random));
  for (const trader of traders) {
    trader.connect(url);
    await trader.register();
  }
  const told = new Told();
  const before = await processesOf(program.dataDir);
  let deaths = 0;
  for (let round = 0; round < kills; round++) {
    const victim = round % 2 === 0 ? 'postmaster' : 'backend';
    const trading = new TradingThrough(traders);
    await trading.answered(3);
    await sleep(random.int(0, 400));
    const servers = await processesIn(program.dataDir);
    await kill(victim, random);
    if (victim === 'postmaster') {
      deaths += 1;
      // one line each time, in the words used for every process
      await eventually(() =>
        expect(linesOf(/postgres ended \(SIGKILL\); it is started again/g)).toHaveLength(deaths),
      );
      await eventually(async () => expect(servers).not.toContain(await postmaster()));
    }
    await trading.answered(3);
    await trading.stop();
    await untilReady(url);
    await expectTold(connectionString(), traders, told);
  }
  // no process died with the database, and nobody was signed out or met an internal error
  expect(await processesOf(program.dataDir)).toEqual(before);
  expect(program.child.exitCode).toBeNull();
  const refusals = new Set(traders.flatMap((trader) => trader.refusals));
  expect([...refusals].filter((refusal) => /UNAUTH|SIGNED|INTERNAL| 401| 500/.test(refusal))).toEqual([]);
  // a pause that passes by itself is no error of any process
  expect(linesOf(/^\{"level":"(?:error|fatal)".*$/gm)).toEqual([]);

  program.child.kill('SIGTERM');
  expect(await program.ended).toBe(0);
  const postgres = await startPostgres({ dataDir: join(program.dataDir, 'postgres'), log: () => {} });
  try {
    await expectTold(postgres.connectionString, traders, told);
    await expectReadModelsSame(postgres.connectionString);
  } finally {
    await postgres.stop();
  }
});

test('while PostgreSQL does not start, users get a true error, and the log says why in one line', {
  timeout: 180_000,
}, async () => {
  const trader = new Trader('patient', new Random(seed));
  trader.connect(url);
  await trader.register();
  const version = join(program.dataDir, 'postgres', 'cluster', 'PG_VERSION');
  await rename(version, `${version}.away`);
  process.kill(await postmaster(), 'SIGKILL');
  await eventually(() => expect(linesOf(/postgres does not start: /g)).toHaveLength(1));

  const client = trader.connected();
  const errorOf = (call: Promise<unknown>) =>
    call.then(
      () => 'answered',
      (error: unknown) => (error instanceof CallError ? (error.key ?? String(error.code)) : String(error)),
    );
  const body = { symbol: 'BTCUSDT', type: 'market', quantity: '0.001' } as const;
  const idempotencyKey = newActKey(Date.now());
  const place = () => client.call('exchange', { params: { side: 'buy' }, body }, { idempotencyKey });
  await eventually(async () => expect(await errorOf(place())).toBe('UNAVAILABLE'));
  const credentials = { type: 'account', account: 'patient', password: 'correct-horse-9' } as const;
  const fails = {
    login: () => client.call('login', { body: credentials }),
    balance: () => client.call('getMyBalance', { query: {} }),
    bills: () => client.call('getMyBill', { query: {} }),
    candles: () => client.call('getCandles', { params: { symbol: 'BTCUSDT', interval: '1h' }, query: {} }),
    funds: () => client.call('takePracticeFunds', { body: { coin: 'DOT', amount: '1' } }),
  };
  for (const [name, call] of Object.entries(fails))
    await eventually(async () => expect(await errorOf(call()), name).toBe('UNAVAILABLE'));
  const readiness = await fetch(`${url}/readyz`);
  expect(readiness.status).toBe(503);
  // the core's reason is the journal's, or that of the try to reach it which failed last
  expect(await readiness.json()).toMatchObject({ notReady: { core: expect.stringMatching(/\S/) } });
  expect((await fetch(`${url}/livez`)).status).toBe(200);
  // a reason is told once, however often the start is tried
  await sleep(2_000);
  expect(linesOf(/postgres does not start: /g)).toHaveLength(1);

  await rename(`${version}.away`, version);
  await eventually(() => untilReady(url));
  await eventually(async () => expect(await errorOf(place())).toBe('answered'));
  for (const [name, call] of Object.entries(fails))
    await eventually(async () => expect(await errorOf(call()), name).toBe('answered'));
  expect(program.child.exitCode).toBeNull();
});
