import { idOf } from '@candor/kernel';
import { Client } from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { begun, freshEngines } from '../../tests/support/fresh-engines.ts';
import { eventually, PATIENCE_MS } from '../../tests/support/patience.ts';
import {
  firstUserId,
  limitOrder,
  OrderFlow,
  practiceGenesis,
  quoteAssetId,
  submission,
} from '../../tools/workload/exchange.ts';
import { statusOf } from '../../tools/workload/outcomes.ts';
import { type CommittedBatch, type Engine, readCommitted, verifyChain } from './index.ts';
import { JournalWriter } from './writer.ts';

const alice = firstUserId;
const { open, query, connectionString } = freshEngines();

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
    expect(await verifyChain(connectionString())).toMatchObject({
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
    const more = async () => {
      await run(engine, round++, 50);
      for (const seq of await seqs()) seen.add(seq);
      expect(seen.size).toBeGreaterThan(3);
    };
    // four processes of the lowest priority, one after another
    await vi.waitFor(more, { timeout: 2 * PATIENCE_MS, interval: 10 });
    expect((await seqs()).length).toBeLessThanOrEqual(3);
    const depth = await depthOf(engine);
    await engine.stop();
    expect(await depthOf(await open())).toEqual(depth);
  });

  test('keeps the newest three snapshots, and the newest of each of the last seven days that have one', async () => {
    const dayMs = 86_400_000;
    const firstDay = Date.UTC(2026, 10, 1);
    let nowMs = firstDay;
    const made: { day: number; seq: number }[] = [];
    for (let day = 0; day < 10; day++)
      for (let hour = 0; hour < 2; hour++) {
        nowMs = firstDay + day * dayMs + hour * 3_600_000;
        const engine = await open({ now: () => nowMs });
        await engine.submit(submission(alice, limitOrder(1, 'buy', 100_00, 1_000)));
        await engine.stop();
        made.push({ day, seq: engine.status().committedSeq });
      }
    const kept = await query<{ seq: string }>('SELECT seq FROM journal.snapshots ORDER BY seq');
    const newestOfDays = made.filter((_, index) => index % 2 === 1).slice(-7);
    const expected = new Set([...newestOfDays, ...made.slice(-3)].map(({ seq }) => seq));
    expect(kept.map(({ seq }) => Number(seq))).toEqual([...expected].sort((a, b) => a - b));
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
    const locker = new Client({ connectionString: connectionString() });
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
      connectionString: connectionString(),
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

/** Resolves after so many turns of the event loop. */
async function turnsOfTheLoop(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
}

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
    const isFirst = row.firstSeq === begun + 1;
    if (isFirst) second.resolve(engine.submit(submission(alice, limitOrder(1, 'buy', 101, 1_000))));
    const appended = append.call(this, row, ...rest);
    // The second order is applied by then, however late a busy machine finds out about the first row.
    return isFirst ? appended.then(() => turnsOfTheLoop(20)) : appended;
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
