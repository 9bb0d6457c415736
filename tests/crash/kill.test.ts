import { afterEach, beforeEach, expect, test } from 'vitest';
import { Random } from '../../tools/workload/random.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';
import { type Ack, WriterProcess } from './child.ts';
import {
  CleanReplay,
  cleanReplay,
  expectAcksKept,
  expectOrdersWhole,
  expectSound,
  open,
  query,
  until,
} from './support.ts';

// The whole server is killed 20 times in server.test.ts; here the engine alone, faster and with more in flight.
const seed = Number(process.env.CRASH_SEED ?? 20_251_010);
const kills = Number(process.env.CRASH_KILLS ?? 8);

let database: FreshDatabase;
let writers: WriterProcess[] = [];

beforeEach(async () => {
  database = await freshDatabase();
});

afterEach(async () => {
  await Promise.all(writers.map((writer) => writer.kill()));
  writers = [];
  await database.drop();
});

function spawn(runSeed: number, inFlight: number, takeOver = false): WriterProcess {
  const writer = new WriterProcess(database.connectionString, runSeed, inFlight, takeOver);
  writers.push(writer);
  return writer;
}

const count = (acks: readonly Ack[], kind: string, word: string) =>
  acks.filter((ack) => ack.kind === kind && ack.word === word).length;

/** True once so much was done that the loss of it would tell. */
const isLoad = (acks: readonly Ack[]) =>
  acks.length > 40 && count(acks, 'placeOrder', 'filled') > 2 && count(acks, 'cancelOrder', 'cancelled') > 2;

test(`a process killed ${kills} times under load loses nothing that it acknowledged (seed ${seed})`, {
  timeout: 300_000 + kills * 60_000,
}, async () => {
  const random = new Random(seed);
  const acks: Ack[] = [];
  const replay = new CleanReplay();
  for (let kill = 0; kill < kills; kill++) {
    const inFlight = random.pick([1, 8, 64]);
    const writer = spawn(seed + kill, inFlight);
    await writer.ready;
    // Now and then before the first answer, else in the midst of the load.
    if (!random.chance(0.1)) {
      await new Promise((resolve) => setTimeout(resolve, random.int(5, 250)));
      await until(() => writer.acks, isLoad);
    }
    await writer.kill();
    acks.push(...writer.acks);

    const engine = await open(database.connectionString);
    try {
      await expectSound(database.connectionString, engine, replay);
      expectAcksKept(writer.acks, replay);
      await expectOrdersWhole(engine, replay);
    } finally {
      // Half of the restarts find a fresh snapshot, the other half the rows alone.
      await engine.stop();
      if (kill % 2 === 0) await query(database.connectionString, 'DELETE FROM journal.snapshots');
    }
  }
  const again = await cleanReplay(database.connectionString);
  expect(again.kernel.stateHash()).toBe(replay.kernel.stateHash());
  expectAcksKept(acks, again);
  expect(acks.length).toBeGreaterThan(kills * 20);
  expect(count(acks, 'placeOrder', 'filled')).toBeGreaterThan(kills);
  expect(count(acks, 'cancelOrder', 'cancelled')).toBeGreaterThan(kills);
});

test('a writer that was stopped, replaced and woken leaves nothing after its replacement', async () => {
  const first = spawn(seed, 64);
  await first.ready;
  await until(
    () => first.acks.length,
    (count) => count > 500,
  );
  // Stopped in the midst: commits are on their way, and commands are applied and not sent.
  first.child.kill('SIGSTOP');
  const second = spawn(seed + 1, 64, true);
  const takenAt = await second.ready;
  await until(
    () => second.acks.length,
    (count) => count > 500,
  );
  const before = first.acks.length;
  first.child.kill('SIGCONT');
  await until(
    () => first.refusals.length,
    (count) => count > 64,
  );
  await second.kill();
  expect(first.acks.slice(before).filter((ack) => ack.seq > takenAt)).toEqual([]);
  expect(new Set(first.refusals.map((refusal) => refusal.code))).toContain('NOT_READY');
  await first.kill();

  const engine = await open(database.connectionString);
  try {
    const replay = await expectSound(database.connectionString, engine);
    expectAcksKept([...first.acks, ...second.acks], replay);
    await expectOrdersWhole(engine, replay);
    const epochs = await query<{ epoch: string; first: string }>(
      database.connectionString,
      'SELECT epoch, min(first_seq) AS first FROM journal.batches GROUP BY epoch ORDER BY epoch',
    );
    expect(epochs.map((row) => row.epoch)).toEqual(['1', '2']);
    expect(Number(epochs[1]?.first)).toBe(takenAt + 1);
  } finally {
    await engine.stop();
  }
});
