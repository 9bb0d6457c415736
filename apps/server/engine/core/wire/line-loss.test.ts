import type { CommittedBatch } from '@candor/journal';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CoreStage } from '../../../../../tests/support/core-line.ts';
import { eventually } from '../../../../../tests/support/patience.ts';
import { firstUserId, limitOrder, submission } from '../../../../../tools/workload/exchange.ts';
import type { LineState } from './index.ts';

const alice = firstUserId;

let stage: CoreStage;

beforeEach(async () => {
  stage = await CoreStage.open();
});

afterEach(() => stage.close());

/** Blocks journal commits until the returned function is called. */
async function holdCommits(): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: stage.database.connectionString });
  await client.connect();
  await client.query('BEGIN; LOCK TABLE journal.batches IN SHARE MODE');
  return () => client.end();
}

const order = (priceTicks: number, key: string | null = null) =>
  submission(alice, limitOrder(1, 'buy', priceTicks, 10), key);

describe('a line that is cut', () => {
  test('leaves the outcome of what was under way unknown, and asking again with the key gives it', async () => {
    const door = await stage.connect('door');
    const release = await holdCommits();
    const placed = door.submit(order(900_000, 'order:one'));
    // The core has accepted it and waits for the disk; a query that reads it waits as well.
    await eventually(() => expect(stage.engine.status().queuedCommands).toBe(1));
    const asked = door.ask('journalMode');
    const outcomes = Promise.allSettled([placed, asked]);
    await stage.served.close();
    expect(await outcomes).toMatchObject([
      { status: 'rejected', reason: { code: 'OUTCOME_UNKNOWN' } },
      { status: 'rejected', reason: { code: 'NOT_READY' } },
    ]);
    expect(door.inFlight).toBe(0);
    await release();
    await stage.serve();
    await eventually(() => expect(door.status().state).toBe('ready'));
    const again = await door.submit(order(900_000, 'order:one'));
    const once = await door.submit(order(900_000, 'order:one'));
    expect(again.outcome).toMatchObject({ ok: true, status: 'open' });
    expect(once.outcome).toEqual(again.outcome);
    expect(await stage.engine.read((view) => view.spot.openOrders(alice, 1).length)).toBe(1);
  });

  test('refuses what comes while it is lost, says so, and comes back by itself', async () => {
    const door = await stage.connect('door');
    const states: LineState[] = [];
    door.onState((state) => states.push(state));
    expect(door.status().state).toBe('ready');
    await stage.served.close();
    await eventually(() => expect(states).toEqual(['lost']));
    expect(door.status()).toMatchObject({ state: 'recovering', reason: 'the line to the core is lost' });
    await expect(door.submit(order(900_000))).rejects.toMatchObject({ code: 'NOT_READY' });
    await expect(door.ask('journalMode')).rejects.toMatchObject({ code: 'NOT_READY' });
    await stage.serve();
    await eventually(() => expect(states).toEqual(['lost', 'back']));
    expect(door.status()).toMatchObject({ state: 'ready', reason: null });
    expect((await door.submit(order(900_000))).outcome.ok).toBe(true);
  });

  test('shows a gap to listeners for what was missed, and none where nothing was', async () => {
    const door = await stage.connect('door');
    const heard: CommittedBatch[] = [];
    const backAt: number[] = [];
    door.onCommitted((batch) => heard.push(batch));
    door.onState((state) => {
      if (state === 'back') backAt.push(heard.length);
    });
    const { seq } = await door.submit(order(900_000));
    await stage.served.close();
    await eventually(() => expect(door.status().state).toBe('recovering'));
    await stage.serve();
    await eventually(() => expect(backAt).toEqual([1]));
    await stage.served.close();
    await eventually(() => expect(door.status().state).toBe('recovering'));
    const missed = await stage.engine.submit(order(900_001));
    await stage.serve();
    // The gap is reported before the connection counts as back.
    await eventually(() => expect(backAt).toEqual([1, 2]));
    expect(heard[1]).toMatchObject({
      firstSeq: missed.seq + 1,
      lastSeq: missed.seq,
      commands: [],
      hash: stage.engine.status().headHash,
    });
    expect(heard[0]?.lastSeq).toBe(seq);
    const next = await door.submit(order(900_002));
    expect(heard.at(-1)?.firstSeq).toBe(next.seq);
  });

  test('reconnects to a core that was restarted', async () => {
    const door = await stage.connect('door');
    const heard: CommittedBatch[] = [];
    door.onCommitted((batch) => heard.push(batch));
    const { seq } = await door.submit(order(900_000));
    const { epoch } = door.status();
    await stage.stop();
    await eventually(() => expect(door.status().state).toBe('recovering'));
    await stage.start();
    await eventually(() => expect(door.status().state).toBe('ready'));
    expect(door.status().epoch).toBe(epoch + 1);
    const next = await door.submit(order(900_001));
    expect(next.seq).toBe(seq + 1);
    expect(heard.map(({ firstSeq, lastSeq }) => [firstSeq, lastSeq])).toEqual([
      [seq, seq],
      [next.seq, next.seq],
    ]);
  });

  test('ends for good when it is closed', async () => {
    const door = await stage.connect('door');
    const release = await holdCommits();
    const placed = expect(door.submit(order(900_000))).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    await door.close();
    await placed;
    await release();
    expect(door.status().state).toBe('stopped');
    await expect(door.submit(order(900_000))).rejects.toMatchObject({ code: 'NOT_READY' });
  });
});

describe('a core that is not there yet', () => {
  test('is waited for', async () => {
    await stage.served.close();
    const connecting = stage.connect('door');
    await new Promise((resolve) => setTimeout(resolve, 60));
    await stage.serve();
    expect((await connecting).status().state).toBe('ready');
  });

  test('is waited for no longer than its caller likes', async () => {
    await stage.served.close();
    const stop = new AbortController();
    const connecting = stage.connect('door', { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(connecting).rejects.toThrow('enough');
    await expect(stage.connect('door', { signal: stop.signal })).rejects.toThrow('enough');
    await stage.serve();
  });
});
