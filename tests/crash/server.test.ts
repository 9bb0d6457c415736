import { openEngine } from '@candor/journal';
import { rebuild, startProjections } from '@candor/projections';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { practiceGenesis } from '../../tools/workload/exchange.ts';
import { Random } from '../../tools/workload/random.ts';
import { eventually } from '../support/patience.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';
import { endAll, type RunningProgram, startProgram } from '../support/program.ts';
import { CleanReplay, expectSound } from './support.ts';
import { symbol, Trader } from './trader.ts';

const seed = Number(process.env.CRASH_SEED ?? 20_251_010);
const kills = Number(process.env.CRASH_KILLS ?? 8);

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
  const env = { DATABASE_URL: database.connectionString, CALLS_PER_SECOND: '1000000' };
  const program = await startProgram({ env, ...(dataDir === undefined ? {} : { dataDir }) });
  dataDir = program.dataDir;
  const { url } = await program.ready();
  for (const trader of traders) trader.connect(url);
  return program;
}

/** What the journal tells, as far as it was followed. */
class Told {
  readonly replay = new CleanReplay();
  /** Orders by the id that their sender gave them. */
  readonly accepted = new Map<string, number[]>();
  /** Why an order is over. */
  readonly done = new Map<number, string>();
}

/** What the users were told, against the journal itself and against what the restarted server says. */
async function expectKept(traders: readonly Trader[], told: Told): Promise<ReadonlySet<number>> {
  const open = new Set<number>();
  const { accepted, done, replay } = told;
  await replay.follow(database.connectionString, (event) => {
    if (event.type === 'orderAccepted' && event.clientOrderId !== null)
      accepted.set(event.clientOrderId, [...(accepted.get(event.clientOrderId) ?? []), event.orderId]);
    if (event.type === 'orderDone') done.set(event.orderId, event.reason);
  });
  for (const { sum } of replay.kernel.ledgerSums()) expect(sum).toBe(0n);
  for (const trader of traders)
    for (const { orderId, clientOrderId, status } of trader.orders.values()) {
      expect(accepted.get(clientOrderId), `${clientOrderId} was acknowledged once (seed ${seed})`).toEqual([
        orderId,
      ]);
      const reason = done.get(orderId);
      if (status === 'cancelled' || status === 'filled') expect(reason).toBe(status);
      // An open one may have met the house since, or its cancel was under way when the server went down.
      if (status === 'open' && !trader.mayBeCancelled(orderId))
        expect([undefined, 'filled']).toContain(reason);
      if (reason === undefined) open.add(orderId);
    }
  return open;
}

/** The restarted server must list exactly the orders that the journal has open. */
async function expectListed(traders: readonly Trader[], open: ReadonlySet<number>): Promise<void> {
  for (const trader of traders) {
    const params = { scope: 'open', symbol, limit: '100' } as const;
    // A disk that others keep busy may hold a commit for so long that the server recovers once more.
    const { records } = await eventually(() => trader.connected().call('entrustLog', { params, query: {} }));
    const mine = [...trader.orders.keys()].filter((orderId) => open.has(orderId));
    const listed = records.map((order) => order.id).filter((orderId) => trader.orders.has(orderId));
    expect(listed.sort((a, b) => a - b)).toEqual(mine.sort((a, b) => a - b));
  }
}

test(`the server, killed ${kills} times under load, keeps all that it answered (seed ${seed})`, {
  timeout: 120_000 + kills * 30_000,
}, async () => {
  const random = new Random(seed);
  const traders = Array.from({ length: 8 }, (_, index) => new Trader(`trader_${index}`, random));
  const told = new Told();
  let program = await startServer(traders);
  for (const trader of traders) await trader.register();
  for (let kill = 0; kill < kills; kill++) {
    const trading = Promise.all(traders.map((trader) => trader.trade()));
    await new Promise((resolve) => setTimeout(resolve, random.int(50, 600)));
    program.child.kill('SIGKILL');
    await Promise.all([trading, program.ended]);
    const open = await expectKept(traders, told);
    program = await startServer(traders);
    await expectListed(traders, open);
    for (const trader of traders) await trader.retry();
  }
  expect(traders.reduce((sum, trader) => sum + trader.answers, 0)).toBeGreaterThan(kills * 20);
  expect(
    new Set(traders.flatMap((trader) => [...trader.orders.values()].map((order) => order.status))),
  ).toEqual(new Set(['open', 'filled', 'cancelled']));
  program.child.kill('SIGKILL');
  await program.ended;
  await expectKept(traders, new Told());
  await expectReadModelsSame();
});

/** The last word: state hash, chain, whole orders, and read models that a rebuild gives again. */
async function expectReadModelsSame(): Promise<void> {
  const { connectionString } = database;
  const engine = await openEngine({ connectionString, genesis: practiceGenesis });
  try {
    await expectSound(connectionString, engine);
    const projections = await startProjections({ connectionString, engine });
    expect(await projections.caughtUp(engine.status().committedSeq, 20_000)).toBe(true);
    await projections.stop();
    const rebuilt = await rebuild({ connectionString, batches: engine.replay(0) });
    expect(rebuilt.tables.filter((table) => !table.identical)).toEqual([]);
    const filled = rebuilt.tables.filter(({ rows }) => rows > 0).map(({ table }) => table);
    expect(filled).toEqual(expect.arrayContaining(['accounts', 'entries', 'fills', 'orders', 'trades']));
  } finally {
    await engine.stop();
  }
}
