// Own server: its journal is tampered with.
import { idOf } from '@candor/kernel';
import { expect, test } from 'vitest';
import { Random } from '../../tools/workload/random.ts';
import { endAll, type RunningProgram, startProgram } from '../support/program.ts';
import { type Ack, WriterProcess } from './child.ts';
import { databasePerTest } from './database.ts';
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
import { Trader, Trading } from './trader.ts';

// Losses are planted after a kill: what the suite checks after its kills must find each of them.
const database = databasePerTest();

/** The acknowledgements of a process that was killed under load; as yet the journal has all of it. */
async function killedWriter(): Promise<Ack[]> {
  const writer = new WriterProcess(database.url, 20_251_010, 8);
  database.atEnd(() => writer.kill());
  await writer.ready;
  await until(
    () => writer.acks.length,
    (count) => count > 100,
  );
  await writer.kill();
  expectAcksKept(writer.acks, await cleanReplay(database.url));
  return writer.acks.toSorted((a, b) => a.seq - b.seq);
}

/** Starts an engine on the journal as it is now; it must find nothing amiss in it. */
async function soundReplay(): Promise<CleanReplay> {
  const engine = await open(database.url);
  try {
    const replay = await expectSound(database.url, engine);
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
  const engine = await open(database.url);
  database.atEnd(() => engine.stop());
  const replay = await expectSound(database.url, engine);
  await expectOrdersWhole(engine, replay);
  await cutFrom(database.url, newestOpenOrder(acks, replay).seq);
  await expect(expectSound(database.url, engine)).rejects.toThrow(/expected '[0-9a-f]+' to be '[0-9a-f]+'/);
  await expect(expectOrdersWhole(engine, await cleanReplay(database.url))).rejects.toThrow(/deeply equal/);
  await expect(replay.follow(database.url)).rejects.toThrow(/expected undefined to be/);
  await engine.stop();
  const without = await soundReplay();
  expect(() => expectAcksKept(acks, without)).toThrow(/command \d+ was acknowledged/);
});

test('an answer that a sound journal gives otherwise is noticed', async () => {
  const acks = await killedWriter();
  const before = await cleanReplay(database.url);
  const order = newestOpenOrder(acks, before);
  const misnumbered = { ...order, orderId: order.orderId + 1 };
  expect(() => expectAcksKept([misnumbered], before)).toThrow(/deeply equal/);
  const strangerId = 999_999;
  await alter(database.url, order.seq, (envelope) => ({ ...envelope, userId: strangerId }));
  const replay = await soundReplay();
  const earlier = acks.filter(({ seq }) => seq < order.seq);
  expectAcksKept(earlier, replay);
  expect(() => expectAcksKept([order], replay)).toThrow(/to be 'open'/);
});

test('the whole server: an answered order that is gone is missed by its trader', {
  timeout: 400_000,
}, async () => {
  let dataDir: string | undefined;
  database.atEnd(() => endAll(...(dataDir === undefined ? [] : [dataDir])));
  const random = new Random(20_251_010);
  const traders = ['first', 'second'].map((name) => new Trader(`${name}_trader`, random));
  const start = async (): Promise<RunningProgram> => {
    const env = {
      DATABASE_URL: database.url,
      CALLS_PER_SECOND: '1000000',
      ACTS_PER_USER_AND_DAY: '100000000',
      ACTS_PER_ADDRESS_AND_DAY: '100000000',
    };
    const program = await startProgram({ env, ...(dataDir === undefined ? {} : { dataDir }) });
    dataDir = program.dataDir;
    const addresses = await program.ready();
    for (const trader of traders) trader.connect(addresses.url);
    return program;
  };
  const program = await start();
  for (const trader of traders) await trader.register();
  const trading = new Trading(traders);
  await until(
    () => Math.min(...traders.map((trader) => trader.orders.size)),
    (orders) => orders > 10,
  );
  program.child.kill('SIGKILL');
  await Promise.all([trading.ended, program.ended]);
  const open = await expectTold(database.url, traders, new Told());

  const newest = Math.max(...open);
  const { outcomes } = await cleanReplay(database.url);
  const [seq] = [...outcomes].find(([, outcome]) => outcome.ok && idOf(outcome) === newest) as [
    number,
    unknown,
  ];
  await cutFrom(database.url, seq);
  await expect(expectTold(database.url, traders, new Told())).rejects.toThrow(/was acknowledged once/);
  await start();
  await expect(expectListed(traders, open, async () => open)).rejects.toThrow(/deeply equal/);
});
