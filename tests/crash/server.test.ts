// Own server: it is killed under load.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Random } from '../../tools/workload/random.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';
import { endAll, type RunningProgram, startProgram } from '../support/program.ts';
import { expectReadModelsSame } from './read-models.ts';
import { expectListed, expectTold, Told } from './told.ts';
import { Trader, Trading } from './trader.ts';

const seed = Number(process.env.CRASH_SEED ?? 20_251_010);
const kills = Number(process.env.CRASH_KILLS ?? 4);

let database: FreshDatabase;
let dataDir: string | undefined;

beforeEach(async () => {
  database = await freshDatabase();
});

afterEach(async () => {
  await endAll(...(dataDir === undefined ? [] : [dataDir]));
  dataDir = undefined;
  await database.drop();
});

async function startServer(traders: readonly Trader[]): Promise<RunningProgram> {
  const env = {
    DATABASE_URL: database.connectionString,
    CALLS_PER_SECOND: '1000000',
    ACTS_PER_USER_AND_DAY: '100000000',
    ACTS_PER_ADDRESS_AND_DAY: '100000000',
  };
  const program = await startProgram({ env, ...(dataDir === undefined ? {} : { dataDir }) });
  dataDir = program.dataDir;
  const { url } = await program.ready();
  for (const trader of traders) trader.connect(url);
  return program;
}

test(`the server, killed ${kills} times under load, keeps all that it answered (seed ${seed})`, {
  timeout: 300_000 + kills * 60_000,
}, async () => {
  const random = new Random(seed);
  const traders = Array.from({ length: 8 }, (_, index) => new Trader(`trader_${index}`, random));
  const told = new Told();
  let program = await startServer(traders);
  for (const trader of traders) await trader.register();
  for (let kill = 0; kill < kills; kill++) {
    const trading = new Trading(traders);
    await new Promise((resolve) => setTimeout(resolve, random.int(50, 600)));
    await trading.answered(50);
    program.child.kill('SIGKILL');
    await Promise.all([trading.ended, program.ended]);
    const open = await expectTold(database.connectionString, traders, told);
    program = await startServer(traders);
    await expectListed(traders, open, () => expectTold(database.connectionString, traders, told));
    for (const trader of traders) await trader.retry();
  }
  expect(traders.reduce((sum, trader) => sum + trader.answers, 0)).toBeGreaterThan(kills * 20);
  expect(
    new Set(traders.flatMap((trader) => [...trader.orders.values()].map((order) => order.status))),
  ).toEqual(new Set(['open', 'filled', 'cancelled']));
  program.child.kill('SIGKILL');
  await program.ended;
  await expectTold(database.connectionString, traders, new Told());
  await expectReadModelsSame(database.connectionString);
});
