import { afterEach, beforeEach, expect, test } from 'vitest';
import { Random } from '../../tools/workload/random.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';
import { endAll, type RunningProgram, startProgram } from '../support/program.ts';
import { type Ack, WriterProcess } from './child.ts';
import {
  type CleanReplay,
  cleanReplay,
  expectAcksKept,
  expectOrdersWhole,
  expectSound,
  open,
  until,
} from './support.ts';
import { alter, cutFrom } from './tampering.ts';
import { expectListed, expectTold, Told } from './told.ts';
import { Trader } from './trader.ts';

// Losses are planted after a kill: what the suite checks after its kills must find each of them.
let database: FreshDatabase;
let url: string;
let cleanups: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  database = await freshDatabase();
  url = database.connectionString;
});

afterEach(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
  cleanups = [];
  await database.drop();
});

/** What a process that was killed under load had acknowledged; as yet the journal has all of it. */
async function killedWriter(): Promise<Ack[]> {
  const writer = new WriterProcess(url, 20_251_010, 8);
  cleanups.push(() => writer.kill());
  await writer.ready;
  await until(
    () => writer.acks.length,
    (count) => count > 100,
  );
  await writer.kill();
  expectAcksKept(writer.acks, await cleanReplay(url));
  return writer.acks.toSorted((a, b) => a.seq - b.seq);
}

/** Starts an engine on the journal as it is now; it must find nothing amiss in it. */
async function soundReplay(): Promise<CleanReplay> {
  const engine = await open(url);
  try {
    const replay = await expectSound(url, engine);
    await expectOrdersWhole(engine, replay);
    return replay;
  } finally {
    await engine.stop();
  }
}

const newestOpenOrder = (acks: readonly Ack[], { left }: CleanReplay) =>
  acks.findLast((ack) => ack.word === 'open' && left.has(ack.orderId)) as Ack;

test('an acknowledged order that the journal lost is missed, and an engine that still has it found out', async () => {
  const acks = await killedWriter();
  const engine = await open(url);
  cleanups.push(() => engine.stop());
  const replay = await expectSound(url, engine);
  await expectOrdersWhole(engine, replay);
  await cutFrom(url, newestOpenOrder(acks, replay).seq);
  await expect(expectSound(url, engine)).rejects.toThrow(/expected '[0-9a-f]+' to be '[0-9a-f]+'/);
  await expect(expectOrdersWhole(engine, await cleanReplay(url))).rejects.toThrow(/deeply equal/);
  await expect(replay.follow(url)).rejects.toThrow(/expected undefined to be/);
  await engine.stop();
  const without = await soundReplay();
  expect(() => expectAcksKept(acks, without)).toThrow(/command \d+ was acknowledged/);
});

test('an answer that a sound journal gives otherwise is noticed', async () => {
  const acks = await killedWriter();
  const before = await cleanReplay(url);
  const order = newestOpenOrder(acks, before);
  const misnumbered = { ...order, orderId: order.orderId + 1 };
  expect(() => expectAcksKept([misnumbered], before)).toThrow(/deeply equal/);
  const strangerId = 999_999;
  await alter(url, order.seq, (envelope) => ({ ...envelope, userId: strangerId }));
  const replay = await soundReplay();
  const earlier = acks.filter(({ seq }) => seq < order.seq);
  expectAcksKept(earlier, replay);
  expect(() => expectAcksKept([order], replay)).toThrow(/to be 'open'/);
});

test('the whole server: an answered order that is gone is missed by its trader', {
  timeout: 400_000,
}, async () => {
  let dataDir: string | undefined;
  cleanups.push(() => endAll(...(dataDir === undefined ? [] : [dataDir])));
  const random = new Random(20_251_010);
  const traders = ['first', 'second'].map((name) => new Trader(`${name}_trader`, random));
  const start = async (): Promise<RunningProgram> => {
    const env = { DATABASE_URL: url, CALLS_PER_SECOND: '1000000' };
    const program = await startProgram({ env, ...(dataDir === undefined ? {} : { dataDir }) });
    dataDir = program.dataDir;
    const addresses = await program.ready();
    for (const trader of traders) trader.connect(addresses.url);
    return program;
  };
  const program = await start();
  for (const trader of traders) await trader.register();
  const trading = Promise.all(traders.map((trader) => trader.trade()));
  await until(
    () => Math.min(...traders.map((trader) => trader.orders.size)),
    (orders) => orders > 10,
  );
  program.child.kill('SIGKILL');
  await Promise.all([trading, program.ended]);
  const open = await expectTold(url, traders, new Told());

  const newest = Math.max(...open);
  const { outcomes } = await cleanReplay(url);
  const [seq] = [...outcomes].find(([, outcome]) => outcome.ok && outcome.orderId === newest) as [
    number,
    unknown,
  ];
  await cutFrom(url, seq);
  await expect(expectTold(url, traders, new Told())).rejects.toThrow(/was acknowledged once/);
  await start();
  await expect(expectListed(traders, open)).rejects.toThrow(/deeply equal/);
});
