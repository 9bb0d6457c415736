import type { CommittedBatch } from '@candor/journal';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CoreStage } from '../../../../../tests/support/core-line.ts';
import { eventually } from '../../../../../tests/support/patience.ts';
import { firstUserId, limitOrder, OrderFlow, submission } from '../../../../../tools/workload/exchange.ts';
import { liveQueries } from '../../../program/subjects/live-queries.ts';
import { localLink } from '../index.ts';

const alice = firstUserId;
const bob = firstUserId + 1;

let stage: CoreStage;

beforeEach(async () => {
  stage = await CoreStage.open();
});

afterEach(() => stage.close());

describe('a door at the line', () => {
  test('is answered after the commit, and hears of the batch before', async () => {
    const door = await stage.connect('door');
    const heard: string[] = [];
    door.onCommitted((batch) => heard.push(...batch.commands.map(({ envelope }) => `batch ${envelope.seq}`)));
    const orders = Array.from({ length: 50 }, (_, at) =>
      submission(alice, limitOrder(1, 'buy', 900_000 + at, 10)),
    );
    const seqs = await Promise.all(
      orders.map(async (order) => {
        const { seq } = await door.submit(order);
        heard.push(`answer ${seq}`);
        return seq;
      }),
    );
    for (const seq of seqs) {
      expect(heard.indexOf(`batch ${seq}`)).toBeGreaterThanOrEqual(0);
      expect(heard.indexOf(`answer ${seq}`)).toBeGreaterThan(heard.indexOf(`batch ${seq}`));
    }
    expect(door.status().committedSeq).toBe(stage.engine.status().committedSeq);
  });

  test('receives rejections in order with the other answers', async () => {
    const door = await stage.connect('door');
    const [placed, refused] = await Promise.all([
      door.submit(submission(alice, limitOrder(1, 'sell', 1_100_000, 10))),
      door.submit(submission(alice, limitOrder(99, 'sell', 1_100_000, 10))),
    ]);
    expect(placed.outcome).toMatchObject({ ok: true, status: 'open' });
    expect(refused.outcome).toEqual({ ok: false, code: 'UNKNOWN_SYMBOL' });
    expect(refused.seq).toBe(placed.seq + 1);
  });

  test('asks a query, and has heard of all that it saw', async () => {
    const door = await stage.connect('door');
    expect(await door.ask('journalMode')).toBe('practice');
    expect(await door.ask('journalOrigin')).toEqual({ mode: 'practice', seedHash: null });
    let heardSeq = 0;
    door.onCommitted((batch) => {
      heardSeq = batch.lastSeq;
    });
    const placed = stage.engine.submit(submission(bob, limitOrder(1, 'buy', 900_000, 10)));
    // The engine applies the command in its next turn; the answer waits for the commit.
    await new Promise(setImmediate);
    await door.ask('journalMode');
    const { seq } = await placed;
    expect(heardSeq).toBeGreaterThanOrEqual(seq);
  });
});

test('every event is the same on both sides', async () => {
  const door = await stage.connect('door');
  const here: CommittedBatch[] = [];
  const there: CommittedBatch[] = [];
  localLink(stage.engine, liveQueries).onCommitted((batch) => here.push(batch));
  door.onCommitted((batch) => there.push(batch));
  const flow = new OrderFlow(7, 4, 2);
  const submissions = Array.from({ length: 2_000 }, () => flow.next(Date.now()));
  const answers = await Promise.all(submissions.map((one) => stage.engine.submit(one)));
  await eventually(() => expect(door.status().committedSeq).toBe(answers.at(-1)?.seq));
  const plain = ({ batchNo, firstSeq, lastSeq, hash, commands }: CommittedBatch) => ({
    batchNo,
    firstSeq,
    lastSeq,
    hash,
    commands: commands.map(({ envelope, outcome, events }) => ({ envelope, outcome, events })),
  });
  expect(there.map(plain)).toEqual(here.map(plain));
  expect(here.flatMap(({ commands }) => commands.flatMap(({ events }) => events)).length).toBeGreaterThan(
    5_000,
  );
});
