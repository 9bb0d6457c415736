import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Committed } from '@candor/journal';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CoreStage } from '../../../../../tests/support/core-line.ts';
import type { LineStep, LineWorkerData } from '../../../../../tests/support/line-worker.ts';
import { PATIENCE_MS } from '../../../../../tests/support/patience.ts';
import { firstUserId, limitOrder, submission } from '../../../../../tools/workload/exchange.ts';

const order = submission(firstUserId, limitOrder(1, 'buy', 900_000, 10));
const tick: LineStep = {
  as: 'recorder',
  submit: submission(0, { type: 'indexTick', tickNo: 7_000_000_000, quotes: [] }),
};
const doorsOrder: LineStep = { as: 'door', submit: order };

let stage: CoreStage;

beforeEach(async () => {
  stage = await CoreStage.open();
});

afterEach(() => stage.close());

/** Runs the steps of other processes while this process, the core, is blocked. */
async function heldUp(
  steps: readonly LineStep[],
  before: () => Promise<Committed>,
): Promise<{ own: Committed; others: readonly Committed[] }> {
  const done = new SharedArrayBuffer(4);
  const holds = steps.some((step) => 'release' in step);
  const data: LineWorkerData = {
    path: stage.path,
    roles: ['recorder', 'door'],
    done,
    connectionString: holds ? stage.database.connectionString : null,
  };
  const worker = new Worker(join(import.meta.dirname, '../../../../../tests/support/line-worker.ts'), {
    workerData: data,
  });
  await once(worker, 'message');
  const own = before();
  if (holds) {
    // The row has been sent and waits for the lock.
    const { appliedSeq } = stage.engine.status();
    while (stage.engine.status().appliedSeq === appliedSeq) await new Promise(setImmediate);
  }
  worker.postMessage(steps);
  expect(Atomics.wait(new Int32Array(done), 0, 0, PATIENCE_MS)).not.toBe('timed-out');
  // both in one turn of the loop, where this process stood still meanwhile: a later listener would miss the end
  const [[others]] = await Promise.all([once(worker, 'message'), once(worker, 'exit')]);
  return { own: await own, others };
}

describe('a tick that came while the core stood still', () => {
  test('is sequenced before an order that waited already', async () => {
    const { own, others } = await heldUp([tick], () => stage.engine.submit(order));
    expect(others[0]?.outcome.ok).toBe(true);
    expect(others[0]?.seq).toBe(own.seq - 1);
  });

  test('is sequenced before an order of a door that came earlier', async () => {
    const { others } = await heldUp([doorsOrder, tick], () => stage.engine.submit(order));
    const [ordered, ticked] = others as [Committed, Committed];
    expect(ticked.seq).toBeLessThan(ordered.seq);
  });

  test('is sequenced first when a commit ends between the two', async () => {
    const { own, others } = await heldUp([doorsOrder, { release: true }, tick], () =>
      stage.engine.submit(order),
    );
    const [ordered, ticked] = others as [Committed, Committed];
    expect(own.seq).toBeLessThan(ticked.seq);
    expect(ticked.seq).toBeLessThan(ordered.seq);
  });
});
