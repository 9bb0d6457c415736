/** A restart: commands a second replayed from the journal, and how long a snapshot of a large state takes to load. */
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { type Engine, openEngine } from '@candor/journal';
import type { Amount } from '@candor/money';
import { Client } from 'pg';
import {
  firstUserId,
  limitOrder,
  listing,
  OrderFlow,
  practiceGenesis,
  quoteAssetId,
  submission,
} from '../tools/workload/exchange.ts';
import { flood } from './journal/flood.ts';
import { startDatabase } from './journal/postgres.ts';

const users = 1_000;
const commands = 1_000_000;
const largeState = 1_000_000;
const targetPerSecond = 600_000;
const targetSeconds = 5;
const inFlight = 4_000;

async function clearSnapshots(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query('DELETE FROM journal.snapshots');
  await client.end();
}

async function secondsToOpen(open: () => Promise<Engine>): Promise<number> {
  const startMs = performance.now();
  const engine = await open();
  const seconds = (performance.now() - startMs) / 1000;
  await engine.stop();
  return seconds;
}

async function recovery(connectionString: string, count: number) {
  const open = () =>
    openEngine({
      connectionString,
      genesis: practiceGenesis,
      bootstrap: listing(users, 1),
      tuning: { snapshotCommands: Number.POSITIVE_INFINITY },
    });
  const engine = await open();
  const flow = new OrderFlow(1, users, 1);
  for (let sent = 0; sent < count; sent += 100_000) {
    const lot = Array.from({ length: Math.min(100_000, count - sent) }, () => flow.next(Date.now()));
    await flood(engine, lot, inFlight);
  }
  await engine.stop();
  await clearSnapshots(connectionString);
  const seconds = await secondsToOpen(open);
  const ours = count / seconds;
  return {
    name: 'recovery',
    ours: Math.round(ours),
    peer: targetPerSecond,
    ratio: Number((ours / targetPerSecond).toFixed(2)),
    unit: 'commands/s',
    note: `${count} commands replayed from the journal with every row's hash and digest checked; peer: the target`,
  };
}

/** A funded account with an open order for each of `size` users, then a restart from the snapshot of that. */
async function snapshot(connectionString: string, size: number) {
  const open = () => openEngine({ connectionString, genesis: practiceGenesis, bootstrap: listing(1, 1) });
  const engine = await open();
  for (let from = 1; from < size; from += 50_000) {
    const count = Math.min(50_000, size - from);
    const ids = Array.from({ length: count }, (_, index) => firstUserId + from + index);
    for (const act of [openAccount, fund, order]) await flood(engine, ids.map(act), inFlight);
  }
  const orders = await engine.read((view) => view.spot.openOrders(firstUserId + size - 1, null).length);
  if (orders !== 1) throw new Error('the large state is not what it should be');
  await engine.stop();
  const seconds = await secondsToOpen(open);
  return {
    name: 'snapshot',
    ours: Number(seconds.toFixed(2)),
    peer: targetSeconds,
    ratio: Number((targetSeconds / seconds).toFixed(2)),
    unit: 's',
    note: `restart from a snapshot of ${size} accounts, each with an open order; peer: the target`,
  };
}

const openAccount = (accountUserId: number) =>
  submission(0, { type: 'openAccount', accountUserId, kind: 'user' });
const fund = (accountUserId: number) =>
  submission(0, {
    type: 'practiceFunds',
    accountUserId,
    assetId: quoteAssetId,
    amount: 1_000_000_000n as Amount,
  });
const order = (userId: number) => submission(userId, limitOrder(1, 'buy', 10_000 + (userId % 50_000), 100));

/** The rows `recovery` and `snapshot`, each against its target. */
export async function run(quick = false) {
  const database = await startDatabase();
  try {
    return [
      await recovery(await database.another('recovery'), quick ? commands / 10 : commands),
      await snapshot(await database.another('snapshot'), quick ? largeState / 10 : largeState),
    ];
  } finally {
    await database.stop();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table(await run(process.argv.includes('--quick')));
