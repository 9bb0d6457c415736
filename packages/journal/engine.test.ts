import { idOf } from '@candor/kernel';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { eventually } from '../../tests/support/patience.ts';
import { patientTuning } from '../../tests/support/patient-tuning.ts';
import { type FreshDatabase, freshDatabase } from '../../tests/support/postgres.ts';
import {
  firstUserId,
  limitOrder,
  listing,
  OrderFlow,
  practiceGenesis,
  quoteAssetId,
  submission,
} from '../../tools/workload/exchange.ts';
import { statusOf } from '../../tools/workload/outcomes.ts';
import {
  type CommittedBatch,
  type Engine,
  type EngineOptions,
  openEngine,
  readCommitted,
  verifyChain,
} from './index.ts';
import { JournalWriter } from './writer.ts';

const alice = firstUserId;
const bob = firstUserId + 1;
const bootstrap = listing(2, 1);
/** The last command of an empty journal's start. */
const begun = 1 + bootstrap.length;

let database: FreshDatabase;
let opened: Engine[] = [];

beforeEach(async () => {
  database = await freshDatabase();
});

afterEach(async () => {
  await Promise.all(opened.map((engine) => engine.stop()));
  opened = [];
  await database.drop();
});

async function open(more: Partial<EngineOptions> = {}): Promise<Engine> {
  const engine = await openEngine({
    connectionString: database.connectionString,
    genesis: practiceGenesis,
    bootstrap,
    ...more,
    tuning: { ...patientTuning, ...more.tuning },
  });
  opened.push(engine);
  return engine;
}

async function query<R extends object>(sql: string, values: unknown[] = []): Promise<R[]> {
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    return (await client.query<R>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** Lets no row into the journal until what it returns is called. */
async function holdCommits(): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query('BEGIN; LOCK TABLE journal.batches IN SHARE MODE');
  return () => client.end();
}

const placed = { ok: true, status: 'open' };

describe('an open journal', () => {
  test('begins with the genesis and what follows it in one row', async () => {
    const engine = await open();
    expect(engine.status()).toMatchObject({ state: 'ready', reason: null, committedSeq: begun, epoch: 1 });
    expect(await query('SELECT batch_no, first_seq, last_seq FROM journal.batches')).toEqual([
      { batch_no: '1', first_seq: '1', last_seq: String(begun) },
    ]);
    expect(await engine.read((view) => view.mode)).toBe('practice');
  });

  test('leaves nothing behind where its first commands are rejected', async () => {
    await expect(open({ bootstrap: [...bootstrap, ...bootstrap] })).rejects.toMatchObject({
      code: 'BOOTSTRAP_REJECTED',
    });
    expect(await query('SELECT 1 FROM journal.batches')).toEqual([]);
  });

  test('answers after the commit, rejections too, and tells listeners in order', async () => {
    const engine = await open();
    const heard: CommittedBatch[] = [];
    engine.onCommitted((batch) => heard.push(batch));
    const answers = await Promise.all([
      engine.submit(submission(alice, limitOrder(1, 'buy', 100, 1_000_000))),
      engine.submit(submission(bob, limitOrder(1, 'sell', 100, 400_000))),
      engine.submit(submission(alice, { type: 'cancelOrder', orderId: 99, clientOrderId: null })),
    ]);
    expect(answers.map((answer) => answer.outcome)).toMatchObject([
      placed,
      { ok: true, status: 'filled' },
      { ok: false, code: 'UNKNOWN_ORDER' },
    ]);
    const [{ last }] = (await query<{ last: string }>(
      'SELECT max(last_seq) AS last FROM journal.batches',
    )) as [{ last: string }];
    expect(Number(last)).toBe(answers[2].seq);
    expect(heard.flatMap((batch) => batch.commands.map((command) => command.envelope.seq))).toEqual(
      [1, 2, 3].map((n) => begun + n),
    );
    expect(
      heard.flatMap((batch) => batch.commands.flatMap((command) => command.events)).map((e) => e.type),
    ).toContain('trade');
  });

  test('applies the next commands while a commit is under way', async () => {
    const engine = await open();
    const batches: number[] = [];
    engine.onCommitted((batch) => batches.push(batch.commands.length));
    const release = await holdCommits();
    const submitted: Promise<unknown>[] = [];
    for (let sent = 1; sent <= 5; sent++) {
      submitted.push(engine.submit(submission(alice, limitOrder(1, 'buy', 100 + sent, 1_000_000))));
      while (engine.status().appliedSeq < begun + sent) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(engine.status().committedSeq).toBe(begun);
    await release();
    await Promise.all(submitted);
    expect(batches).toEqual([1, 4]);
  });

  test('sequences what a listener of the turn submits first before all that waits, in its order', async () => {
    const engine = await open({ tuning: { maxQueuedCommands: 2 } });
    const order: string[] = [];
    const note = (name: string) => () => void order.push(name);
    const sell = (ticks: number) => submission(alice, limitOrder(1, 'sell', 10, ticks), null);
    let rung = false;
    const stop = engine.onTurn(() => {
      if (rung) return;
      rung = true;
      for (const name of ['first', 'second', 'third'])
        void engine.submitFirst(sell(400_000)).then(note(name));
    });
    await Promise.all([
      engine.submit(sell(400_000)).then(note('user')),
      engine.submit(sell(400_000)).then(note('other user')),
      expect(engine.submit(sell(400_000))).rejects.toMatchObject({ code: 'OVERLOADED' }),
    ]);
    expect(order).toEqual(['first', 'second', 'third', 'user', 'other user']);
    stop();
    await engine.stop();
    await expect(engine.submitFirst(sell(400_000))).rejects.toMatchObject({ code: 'NOT_READY' });
  });

  test('a read waits for the commit of what it saw', async () => {
    const engine = await open();
    const release = await holdCommits();
    const submitted = engine.submit(submission(alice, limitOrder(1, 'buy', 100, 1_000_000)));
    while (engine.status().appliedSeq === begun) await new Promise((resolve) => setImmediate(resolve));
    const seen = engine.read((view) => view.spot.openOrders(alice, null).length);
    expect(engine.status().committedSeq).toBe(begun);
    await release();
    expect(await seen).toBe(1);
    expect(engine.status().committedSeq).toBe(begun + 1);
    await submitted;
  });

  test('a read waits for the last command that it saw, not for the commit that is under way', async () => {
    const engine = await open();
    const { appliedSeq } = engine.status();
    const release = await holdCommits();
    const submitted = [engine.submit(submission(alice, limitOrder(1, 'buy', 100, 1_000_000)))];
    while (engine.status().appliedSeq === appliedSeq) await new Promise((resolve) => setImmediate(resolve));
    submitted.push(engine.submit(submission(alice, limitOrder(1, 'buy', 101, 1_000_000))));
    while (engine.status().appliedSeq < appliedSeq + 2) await new Promise((resolve) => setImmediate(resolve));
    expect(engine.status().committedSeq).toBe(appliedSeq);
    const reading = engine.read((view) => view.seq);
    await release();
    const seen = await reading;
    expect(seen).toBe(appliedSeq + 2);
    expect(engine.status().committedSeq).toBe(seen);
    await Promise.all(submitted);
  });

  test('the same key gives the same answer at once and after a restart, and another body is refused', async () => {
    const engine = await open();
    const order = submission(alice, limitOrder(1, 'buy', 100, 1_000_000), 'place:one');
    const [first, second] = await Promise.all([engine.submit(order), engine.submit(order)]);
    expect(second.outcome).toEqual(first.outcome);
    await engine.stop();
    const again = await open();
    expect((await again.submit(order)).outcome).toEqual(first.outcome);
    expect((await again.submit({ ...order, bodyHash: 'cd'.repeat(32) })).outcome).toMatchObject({
      ok: false,
      code: 'KEY_REUSED_WITH_OTHER_BODY',
    });
    expect(await again.read((view) => view.spot.openOrders(alice, null).length)).toBe(1);
  });

  test('never lets time go back', async () => {
    let nowMs = 5_000_000;
    const engine = await open({ now: () => nowMs });
    const first = await engine.submit(submission(0, { type: 'tick' }));
    nowMs = 4_000_000;
    const second = await engine.submit(submission(0, { type: 'tick' }));
    expect([first.timeMs, second.timeMs]).toEqual([5_000_000, 5_000_000]);
  });

  test('refuses what it can not take in', async () => {
    const engine = await open({ tuning: { maxQueuedCommands: 3 } });
    const sent = Array.from({ length: 5 }, () => engine.submit(submission(0, { type: 'tick' })));
    const settled = await Promise.allSettled(sent);
    expect(settled.map((result) => result.status)).toEqual([
      ...Array(3).fill('fulfilled'),
      ...Array(2).fill('rejected'),
    ]);
    await expect(sent[4]).rejects.toMatchObject({ code: 'OVERLOADED' });
  });

  test('drains at its stop and refuses afterwards', async () => {
    const engine = await open();
    const last = engine.submit(submission(alice, limitOrder(1, 'buy', 100, 1_000_000)));
    await engine.stop();
    expect((await last).outcome).toMatchObject(placed);
    await expect(engine.submit(submission(0, { type: 'tick' }))).rejects.toMatchObject({ code: 'NOT_READY' });
    await expect(engine.read((view) => view.seq)).rejects.toMatchObject({ code: 'NOT_READY' });
    expect(engine.status().state).toBe('stopped');
  });
});

describe('a restart', () => {
  /** Runs a seeded flow and returns the engine's head. */
  async function run(engine: Engine, seed: number, commands: number) {
    const flow = new OrderFlow(seed, 2, 1);
    for (let sent = 0; sent < commands; sent += 50) {
      const batch = Array.from({ length: 50 }, () => flow.next(Date.now()));
      const answers = await Promise.all(batch.map((each) => engine.submit(each)));
      for (const [index, { outcome }] of answers.entries())
        if (outcome.ok && statusOf(outcome) === 'open')
          flow.openOrders.push({
            userId: (batch[index] as (typeof batch)[number]).userId,
            orderId: idOf(outcome),
          });
    }
  }

  const depthOf = (engine: Engine) => engine.read((view) => view.spot.depth(1, 1_000));
  const sumsOf = (engine: Engine) => engine.read((view) => view.ledgerSums());

  test('finds the state again from the snapshot, from the tail, and from nothing but rows', async () => {
    const engine = await open();
    await run(engine, 1, 1_000);
    const [depth, sums] = [await depthOf(engine), await sumsOf(engine)];
    expect(depth.bids.length).toBeGreaterThan(3);
    expect(sums.map((each) => each.sum)).toEqual([0n, 0n]);
    const { headHash } = engine.status();
    await engine.stop();
    expect(await query('SELECT 1 FROM journal.snapshots')).toHaveLength(1);

    const fromSnapshot = await open();
    expect(await depthOf(fromSnapshot)).toEqual(depth);
    expect(fromSnapshot.status()).toMatchObject({ headHash, epoch: 2 });
    await run(fromSnapshot, 2, 200);
    const later = await depthOf(fromSnapshot);
    await fromSnapshot.stop();
    await query(
      'DELETE FROM journal.snapshots WHERE batch_no = (SELECT max(batch_no) FROM journal.snapshots)',
    );

    const fromTail = await open();
    expect(await depthOf(fromTail)).toEqual(later);
    await fromTail.stop();
    await query('DELETE FROM journal.snapshots');
    const fromRows = await open();
    expect(await depthOf(fromRows)).toEqual(later);
    expect(await verifyChain(database.connectionString)).toMatchObject({
      headHash: fromRows.status().headHash,
    });
  });

  test('passes over a damaged snapshot and says so', async () => {
    const engine = await open();
    await run(engine, 3, 200);
    const depth = await depthOf(engine);
    await engine.stop();
    await query("UPDATE journal.snapshot_parts SET bytes = overlay(bytes placing '\\xff'::bytea from 40)");
    const lines: string[] = [];
    const again = await open({ log: (line) => lines.push(line) });
    expect(await depthOf(again)).toEqual(depth);
    expect(lines.join('\n')).toMatch(/snapshot at journal row \d+ is damaged/);
  });

  test('makes snapshots beside the engine and keeps only the newest few', async () => {
    const engine = await open({ tuning: { snapshotCommands: 20, snapshotPauseMs: 0 } });
    const seqs = async () =>
      (await query<{ seq: string }>('SELECT seq FROM journal.snapshots ORDER BY seq')).map((row) =>
        Number(row.seq),
      );
    const seen = new Set<number>();
    let round = 0;
    await eventually(async () => {
      await run(engine, round++, 50);
      for (const seq of await seqs()) seen.add(seq);
      expect(seen.size).toBeGreaterThan(3);
    });
    expect((await seqs()).length).toBeLessThanOrEqual(3);
    const depth = await depthOf(engine);
    await engine.stop();
    expect(await depthOf(await open())).toEqual(depth);
  });

  test('goes on where no process for a snapshot can be started', async () => {
    const lines: string[] = [];
    const engine = await open({
      tuning: { snapshotCommands: 20, snapshotPauseMs: 0 },
      log: (line) => lines.push(line),
    });
    // more than a process may be given
    process.env.CANDOR_TEST_TOO_LONG = 'x'.repeat(1_000_000);
    try {
      await run(engine, 1, 50);
      await eventually(() => expect(lines.join()).toMatch(/No snapshot was made: .*E2BIG/));
    } finally {
      delete process.env.CANDOR_TEST_TOO_LONG;
    }
    await eventually(async () => {
      await run(engine, 2, 50);
      expect(await query('SELECT 1 FROM journal.snapshots')).not.toEqual([]);
    });
    expect(engine.status().state).toBe('ready');
  });

  test('ends a process that hangs over a snapshot, says what to look for, and makes the next one', async () => {
    const lines: string[] = [];
    const snapshotTimeoutMs = 600_000;
    const limits: (() => void)[] = [];
    const { setTimeout } = globalThis;
    // the limit runs out when the test says so: not before the process hangs, and for no other process
    const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, ms?: number) => {
      if (ms === snapshotTimeoutMs) limits.push(act);
      return setTimeout(act, ms);
    }) as typeof setTimeout);
    const engine = await open({
      tuning: { snapshotCommands: 20, snapshotPauseMs: 0, snapshotTimeoutMs },
      log: (line) => lines.push(line),
    });
    const locker = new Client({ connectionString: database.connectionString });
    await locker.connect();
    await locker.query('BEGIN; LOCK TABLE journal.snapshots IN ACCESS EXCLUSIVE MODE');
    const waiting = () =>
      query("SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'journal.snapshots'::regclass");
    await run(engine, 1, 50);
    await eventually(async () => expect(await waiting()).toHaveLength(1));
    expect(limits).toHaveLength(1);
    limits[0]!();
    await eventually(() =>
      expect(lines.join()).toMatch(
        /No snapshot was made: its process was not done after 600 s .* \(pg_locks\)/,
      ),
    );
    timers.mockRestore();
    await locker.end();
    const made = () => query('SELECT 1 FROM journal.snapshots');
    await eventually(async () => {
      await run(engine, 2, 50);
      expect(await made()).not.toEqual([]);
    });
    expect(engine.status().state).toBe('ready');
  });

  test('has the state digested into its rows only while that is quick', async () => {
    const engine = await open({ tuning: { stateDigestMs: 0 } });
    await engine.submit(submission(alice, limitOrder(1, 'buy', 100, 1_000_000)));
    const account = { type: 'openAccount', accountUserId: 1_000_000, kind: 'user' } as const;
    const keyed = Array.from({ length: 10_000 }, (_, i) => engine.submit(submission(0, account, `key-${i}`)));
    await Promise.all(keyed);
    await engine.submit(submission(alice, limitOrder(1, 'buy', 100, 1_000_000)));
    const digested = (
      await query<{ has: boolean }>(
        'SELECT state_digest IS NOT NULL AS has FROM journal.batches WHERE batch_no > 1 ORDER BY batch_no',
      )
    ).map(({ has }) => has);
    expect(digested[0]).toBe(true);
    expect(digested.at(-1)).toBe(false);
  });

  test('reads committed batches again with the same events', async () => {
    const engine = await open();
    const live: CommittedBatch[] = [];
    engine.onCommitted((batch) => live.push(batch));
    await run(engine, 4, 300);
    const plain = ({ encoded: _, ...batch }: CommittedBatch) => ({
      ...batch,
      commands: batch.commands.map(({ envelope, outcome, events }) => ({ envelope, outcome, events })),
    });
    const again: CommittedBatch[] = [];
    for await (const batch of engine.replay(begun)) again.push(batch);
    expect(again.map(plain)).toEqual(live.map(plain));
    const middle = (live[3] as CommittedBatch).lastSeq;
    const rest: number[] = [];
    for await (const batch of readCommitted({
      connectionString: database.connectionString,
      afterSeq: middle,
    }))
      rest.push(batch.firstSeq);
    expect(rest[0]).toBe(middle + 1);
  });

  test('is refused with a feed of the other mode', async () => {
    await (await open()).stop();
    const genesis = { ...practiceGenesis, mode: 'real', feed: 'live' } as const;
    await expect(open({ genesis })).rejects.toMatchObject({
      code: 'MODE_MISMATCH',
      message: expect.stringContaining('practice'),
    });
    expect((await open()).status().state).toBe('ready');
  });

  test('practice funds move from custody, and every asset sums to nothing', async () => {
    const engine = await open();
    const sums = await sumsOf(engine);
    const quote = sums.find((each) => each.assetId === quoteAssetId);
    expect(quote?.sum).toBe(0n);
    expect(quote?.custody).toBe(-3n * 10n ** 17n);
  });
});

test('sends the next row before the last one is told of, so that the disk does not wait for sockets', async () => {
  const engine = await open();
  const seen: string[] = [];
  const second = Promise.withResolvers<unknown>();
  const { append } = JournalWriter.prototype;
  const spy = vi.spyOn(JournalWriter.prototype, 'append').mockImplementation(function (
    this: JournalWriter,
    row,
    ...rest
  ) {
    seen.push(`row of ${row.firstSeq}`);
    if (row.firstSeq === begun + 1)
      second.resolve(engine.submit(submission(alice, limitOrder(1, 'buy', 101, 1_000))));
    return append.call(this, row, ...rest);
  });
  try {
    engine.onCommitted(({ firstSeq }) => seen.push(`told of ${firstSeq}`));
    await engine.submit(submission(alice, limitOrder(1, 'buy', 100, 1_000)));
    await second.promise;
    expect(seen).toEqual([
      `row of ${begun + 1}`,
      `row of ${begun + 2}`,
      `told of ${begun + 1}`,
      `told of ${begun + 2}`,
    ]);
  } finally {
    spy.mockRestore();
  }
});
