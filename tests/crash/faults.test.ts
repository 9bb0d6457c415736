import type { Engine } from '@candor/journal';
import { verifyChain } from '@candor/journal';
import type { Command } from '@candor/kernel';
import { describe, expect, test } from 'vitest';
import { limitOrder, submission } from '../../tools/workload/exchange.ts';
import { eventually } from '../support/patience.ts';
import { databasePerTest } from './database.ts';
import { alice, expectSound, open, query, until } from './support.ts';
import { startWire, type Wire } from './wire.ts';

const database = databasePerTest();

async function start(...options: Parameters<typeof open>): Promise<Engine> {
  const engine = await open(...options);
  database.atEnd(() => engine.stop());
  return engine;
}

async function wireTo(...options: Parameters<typeof startWire>): Promise<Wire> {
  const wire = await startWire(...options);
  database.atEnd(() => wire.close());
  return wire;
}

const order = (priceTicks: number, key: string | null = null) =>
  submission(alice, limitOrder(1, 'buy', priceTicks, 1_000_000), key);
const openOrders = (engine: Engine) => engine.read((view) => view.spot.openOrders(alice, null).length);

describe('a commit whose answer is lost', () => {
  test('is found in the journal: its sender and the listeners hear of it, once', async () => {
    const wire = await wireTo(database.url);
    const engine = await start(wire.connectionString);
    const heard: number[] = [];
    engine.onCommitted((batch) => heard.push(...batch.commands.map((command) => command.envelope.seq)));
    await engine.submit(order(100));
    wire.swallowAnswers();
    const lost = engine.submit(order(101, 'place:lost'));
    const rows = () => query<{ n: number }>(database.url, 'SELECT count(*)::int AS n FROM journal.batches');
    await eventually(async () => expect((await rows())[0]?.n).toBe(3));
    wire.cut();
    expect((await lost).outcome).toMatchObject({ ok: true, status: 'open' });
    expect(engine.status()).toMatchObject({ state: 'ready', epoch: 2 });
    expect((await engine.submit(order(101, 'place:lost'))).outcome).toEqual((await lost).outcome);
    expect(await openOrders(engine)).toBe(2);
    expect(heard).toEqual(heard.toSorted((a, b) => a - b));
    expect(new Set(heard).size).toBe(heard.length);
    expect(heard).toContain((await lost).seq);
    await expectSound(database.url, engine);
  });

  test('is given up after its time, and says so meanwhile', async () => {
    const wire = await wireTo(database.url);
    const tuning = { commitTimeoutMs: 1_000, connectTimeoutMs: 1_000, unknownAfterMs: 2_500 };
    const engine = await start(wire.connectionString, { tuning });
    wire.swallowAnswers();
    const lost = engine.submit(order(100, 'place:slow'));
    lost.catch(() => {});
    await until(
      () => engine.status(),
      (status) => status.state === 'recovering' && status.reason !== null,
    );
    await expect(engine.submit(order(101))).rejects.toMatchObject({ code: 'NOT_READY' });
    await expect(lost).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    wire.cut();
    await until(
      () => engine.status(),
      (status) => status.state === 'ready',
    );
    // A commit may be given up again on a disk that is busy: the same key, until there is an answer.
    const { outcome } = await eventually(() => engine.submit(order(100, 'place:slow')));
    expect(outcome).toMatchObject({ ok: true });
    expect(await eventually(() => openOrders(engine))).toBe(1);
    await expectSound(database.url, engine);
  });
});

test('commands that were applied but never sent are refused, and are nowhere', async () => {
  const wire = await wireTo(database.url);
  const engine = await start(wire.connectionString);
  wire.swallowAnswers();
  const first = engine.submit(order(100));
  await until(
    () => engine.status().appliedSeq - engine.status().committedSeq,
    (pending) => pending === 1,
  );
  const second = engine.submit(order(101));
  const read = engine.read((view) => view.seq);
  const outcomes = Promise.allSettled([second, read]);
  await until(
    () => engine.status().appliedSeq - engine.status().committedSeq,
    (pending) => pending === 2,
  );
  wire.cut();
  expect(await outcomes).toMatchObject([
    { status: 'rejected', reason: { code: 'NOT_COMMITTED' } },
    { status: 'rejected', reason: { code: 'NOT_COMMITTED' } },
  ]);
  await Promise.allSettled([first]);
  await until(
    () => engine.status(),
    (status) => status.state === 'ready',
  );
  const prices = await engine.read((view) =>
    view.spot.openOrders(alice, null).map((each) => each.priceTicks),
  );
  expect(prices).not.toContain(101);
  await expectSound(database.url, engine);
});

describe('a command that breaks the kernel', () => {
  const poison: [string, number, unknown][] = [
    ['while it is applied', 1, { type: 'massQuote', symbolId: 1, levels: null }],
    [
      'while it is written down',
      alice,
      { ...limitOrder(1, 'buy', 100, 1_000_000), clientOrderId: { length: 3 } },
    ],
  ];

  test.each(poison)('%s: is refused, and the state is that of the journal', async (_, userId, body) => {
    const lines: string[] = [];
    const engine = await start(database.url, { log: (line) => lines.push(line) });
    await engine.submit(order(100));
    const broken = engine.submit(submission(userId, body as Command));
    await expect(broken).rejects.toMatchObject({ code: 'NOT_COMMITTED' });
    await until(
      () => engine.status(),
      (status) => status.state === 'ready',
    );
    expect(lines.join('\n')).toMatch(/broke the kernel/);
    expect(await openOrders(engine)).toBe(1);
    expect((await engine.submit(order(101))).outcome).toMatchObject({ ok: true });
    await expectSound(database.url, engine);
  });
});

describe('two writers', () => {
  test('a second process on the same data is refused while the first lives', async () => {
    const first = await start(database.url);
    await expect(open(database.url)).rejects.toMatchObject({
      code: 'ALREADY_RUNNING',
      message: expect.stringContaining('Another process'),
    });
    expect((await first.submit(order(100))).outcome).toMatchObject({ ok: true });
    await first.stop();
    expect((await start(database.url)).status().state).toBe('ready');
  });

  test('one that was replaced never writes again, whatever it still has in hand', async () => {
    const first = await start(database.url);
    await first.submit(order(100));
    const second = await start(database.url, { takeOver: true });
    const late = await Promise.allSettled([first.submit(order(101)), first.submit(order(102))]);
    for (const result of late)
      expect(result).toMatchObject({ status: 'rejected', reason: { name: 'JournalError' } });
    await until(
      () => first.status(),
      (status) => status.state === 'failed',
    );
    expect(first.status().reason).toMatch(/taken this journal over/);
    await expect(first.submit(order(103))).rejects.toMatchObject({ code: 'NOT_READY' });
    await second.submit(order(104));
    const prices = await second.read((view) =>
      view.spot.openOrders(alice, null).map((each) => each.priceTicks),
    );
    expect(prices.sort()).toEqual([100, 104]);
    await expectSound(database.url, second);
  });

  test('the fence holds without the lock: a row under an old epoch is not written', async () => {
    const first = await start(database.url);
    await first.submit(order(100));
    await query(database.url, "UPDATE journal.head SET epoch = epoch + 1, writer = 'somebody else'");
    await expect(first.submit(order(101))).rejects.toMatchObject({ code: 'NOT_COMMITTED' });
    expect(first.status()).toMatchObject({ state: 'failed' });
    expect(await query(database.url, 'SELECT 1 FROM journal.batches')).toHaveLength(2);
  });
});

describe('a journal that was tampered with', () => {
  async function journalOf(rows: number): Promise<void> {
    const engine = await open(database.url);
    for (let row = 1; row < rows; row++) await engine.submit(order(100 + row));
    await engine.stop();
    await query(database.url, 'DELETE FROM journal.snapshots');
  }

  const damage: [string, string, number][] = [
    ['one flipped bit', 'payload = set_byte(payload, 20, get_byte(payload, 20) # 1)', 4],
    ['a torn payload', 'payload = substr(payload, 1, length(payload) - 3)', 5],
    ['another time', 'time_ms = time_ms + 1', 3],
    ['another epoch', 'epoch = epoch + 1', 6],
    ['another digest', 'events_digest = set_byte(events_digest, 0, get_byte(events_digest, 0) # 1)', 7],
    ['another hash', 'hash = set_byte(hash, 0, get_byte(hash, 0) # 1)', 2],
  ];

  test.each(damage)('%s: the first bad row is named, and nothing starts on it', async (_, change, row) => {
    await journalOf(8);
    await query(database.url, `UPDATE journal.batches SET ${change} WHERE batch_no = $1`, [row]);
    const error = { code: 'CHAIN_BROKEN', batchNo: row, message: expect.stringContaining(`row ${row} `) };
    await expect(verifyChain(database.url)).rejects.toMatchObject(error);
    await expect(open(database.url)).rejects.toMatchObject(error);
  });

  test('a missing row in the middle, and a missing end', async () => {
    await journalOf(8);
    await query(database.url, 'DELETE FROM journal.batches WHERE batch_no = 8');
    await expect(open(database.url)).rejects.toMatchObject({ code: 'CHAIN_BROKEN', batchNo: 8 });
    await query(database.url, 'DELETE FROM journal.batches WHERE batch_no = 5');
    await expect(open(database.url)).rejects.toMatchObject({ code: 'CHAIN_BROKEN', batchNo: 5 });
  });

  test('a row behind the head', async () => {
    await journalOf(4);
    await query(
      database.url,
      `INSERT INTO journal.batches SELECT batch_no + 1, first_seq, last_seq, epoch, time_ms, kernel_no, kind, codec,
         payload, events_digest, state_digest, hash FROM journal.batches WHERE batch_no = 4`,
    );
    await expect(open(database.url)).rejects.toMatchObject({ code: 'CHAIN_BROKEN' });
  });
});

describe('a database that could lose an order', () => {
  test.each(['synchronous_commit'])('is refused: %s off', async (setting) => {
    const name = new URL(database.url.replace('candor@/', 'candor@localhost/')).pathname.slice(1);
    await query(database.url, `ALTER DATABASE ${name} SET ${setting} = off`);
    await expect(open(database.url)).rejects.toMatchObject({
      code: 'DATABASE_UNSAFE',
      message: expect.stringContaining(`${setting} = off`),
    });
  });

  test('is refused behind a pooler', async () => {
    let first = true;
    const wire = await wireTo(database.url, (chunk) => {
      const at = chunk.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
      if (first && at >= 0) chunk.writeInt32BE(4711, at + 5);
      first = first && at < 0;
      return chunk;
    });
    await expect(open(wire.connectionString)).rejects.toMatchObject({ code: 'POOLER_BETWEEN' });
  });

  test('an unreachable one is named', async () => {
    await expect(open('postgresql://candor@127.0.0.1:1/candor')).rejects.toMatchObject({
      code: 'DATABASE_UNREACHABLE',
    });
  });
});
