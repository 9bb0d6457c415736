import { setImmediate as turn } from 'node:timers/promises';
import type { Command } from '@candor/kernel';
import { idOf } from '@candor/kernel';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActLimit, limitActs } from '../../apps/server/engine/acts/act-limit.ts';
import type { CoreLink, RemoteCore } from '../../apps/server/engine/core/index.ts';
import { firstUserId, limitOrder, submission } from '../../tools/workload/exchange.ts';
import { CoreStage } from '../support/core-line.ts';
import { eventually } from '../support/patience.ts';
import { startWire } from './wire.ts';

const alice = firstUserId;
const ALL = Number.POSITIVE_INFINITY;

let stage: CoreStage;
afterEach(() => stage.close());

const order = (priceTicks: number, key: string | null = null) =>
  submission(alice, limitOrder(1, 'buy', priceTicks, 1_000_000), key);

/** Returns the prices of Alice's open orders, lowest first. */
async function prices(core: CoreLink): Promise<number[]> {
  const { orders } = await core.ask('openOrders', alice, null, 'spot', ALL, ALL);
  return orders.map(({ order: { priceTicks } }) => Number(priceTicks)).toSorted((a, b) => a - b);
}

/** Blocks journal commits until the returned function is called. */
async function holdCommits(): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: stage.database.connectionString });
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT * FROM journal.head FOR UPDATE');
  return async () => {
    await client.query('COMMIT');
    await client.end();
  };
}

/** Waits until this many commands are applied and not committed. */
const applied = (count: number) =>
  eventually(() => {
    const { appliedSeq, committedSeq } = stage.engine.status();
    expect(appliedSeq - committedSeq).toBe(count);
  });

/** Lets both ends of all connections process everything that does not need a commit. */
async function letPass(lines: readonly RemoteCore[]): Promise<void> {
  for (const line of lines) {
    const beat = vi.fn();
    const before = line.status();
    await eventually(() => {
      if (line.status() !== before) beat();
      expect(beat).toHaveBeenCalled();
    });
  }
  for (let n = 0; n < 100; n++) await turn();
}

describe('while the database holds the commit up', () => {
  beforeEach(async () => {
    stage = await CoreStage.open({}, { beatMs: 20 });
  });

  test('a query that saw the command is answered only after it, on every line', async () => {
    const sender = await stage.connect('door');
    const others = [await stage.connect('door'), await stage.connect('console')];
    await sender.submit(order(100));
    const read = vi.spyOn(stage.engine, 'read');
    const release = await holdCommits();
    const told: string[] = [];
    const heard = others.map((line) => {
      const seqs: number[] = [];
      line.onCommitted(({ lastSeq }) => seqs.push(lastSeq));
      return seqs;
    });

    const placed = sender.submit(order(101)).then((committed) => {
      told.push('answer');
      return committed;
    });
    await applied(1);
    const asked = [sender, ...others].map(async (line) => {
      const found = await prices(line);
      told.push('result');
      return { found, committedSeq: line.status().committedSeq };
    });
    await eventually(() => expect(read).toHaveBeenCalledTimes(3));
    await letPass([sender, ...others]);
    expect(told).toEqual([]);
    expect(heard).toEqual([[], []]);

    await release();
    const { seq } = await placed;
    for (const each of asked) {
      const { found, committedSeq } = await each;
      expect(found).toEqual([100, 101]);
      expect(committedSeq).toBeGreaterThanOrEqual(seq);
    }
    expect(told.toSorted()).toEqual(['answer', 'result', 'result', 'result']);
    expect(heard).toEqual([[seq], [seq]]);
  });

  test('a rejection that the state decides, and the answer to a key that was used, wait too', async () => {
    const sender = await stage.connect('door');
    const other = await stage.connect('door');
    const release = await holdCommits();
    const told: string[] = [];
    const tell = (name: string) => () => void told.push(name);
    const first = sender.submit(order(100, 'place:one'));
    await applied(1);
    const repeated = other.submit(order(100, 'place:one'));
    const known = other.ask('usedKey', alice, 'place:one', order(100, 'place:one').bodyHash);
    const unknownSymbol: Command = { ...limitOrder(99, 'buy', 100, 1_000_000) };
    const refused = other.submit(submission(alice, unknownSymbol));
    void first.then(tell('first'));
    void repeated.then(tell('repeated'));
    void known.then(tell('known'));
    void refused.then(tell('refused'));
    await applied(3);
    await letPass([sender, other]);
    expect(told).toEqual([]);
    await release();
    const { outcome } = await first;
    expect((await repeated).outcome).toEqual(outcome);
    expect((await known)?.outcome).toEqual(outcome);
    expect((await refused).outcome).toEqual({ ok: false, code: 'UNKNOWN_SYMBOL' });
    expect(await prices(other)).toEqual([100]);
  });
});

test('a query that saw what was never committed is refused, and the next one sees none of it', async () => {
  stage = await CoreStage.open();
  const wire = await startWire(stage.database.connectionString);
  await stage.stop();
  await stage.start({ connectionString: wire.connectionString });
  const door = await stage.connect('door');
  wire.swallowAnswers();
  const lost = door.submit(order(100));
  await applied(1);
  const never = door.submit(order(101));
  await applied(2);
  const read = vi.spyOn(stage.engine, 'read');
  const outcomes = Promise.allSettled([never, prices(door)]);
  await eventually(() => expect(read).toHaveBeenCalledOnce());
  wire.cut();
  expect(await outcomes).toMatchObject([
    { status: 'rejected', reason: { code: 'NOT_COMMITTED' } },
    { status: 'rejected', reason: { code: 'NOT_COMMITTED' } },
  ]);
  await Promise.allSettled([lost]);
  expect(await eventually(() => prices(door))).not.toContain(101);
  await stage.stop();
  await wire.close();
  await stage.start();
});

describe('a user', () => {
  beforeEach(async () => {
    stage = await CoreStage.open();
  });

  test('finds what was answered, at the same door and at every other', async () => {
    const doors = await Promise.all([stage.connect('door'), stage.connect('door'), stage.connect('door')]);
    const turns = Array.from({ length: 60 }, async (_, at) => {
      const door = doors[at % doors.length] as RemoteCore;
      const { outcome, seq } = await door.submit(order(1_000 + at));
      if (!outcome.ok) throw new Error(outcome.code);
      for (const each of doors) {
        const { orders } = await each.ask('openOrders', alice, null, 'spot', idOf(outcome) + 1, 1);
        expect(orders[0]?.order.orderId).toBe(idOf(outcome));
        expect(each.status().committedSeq).toBeGreaterThanOrEqual(seq);
      }
    });
    await Promise.all(turns);
  });

  test('past the acts of a day gets the answer to a key that was used, at another door', async () => {
    const [first, second] = [await stage.connect('door'), await stage.connect('door')];
    const done = await first.submit(order(100, 'place:one'));
    const limit = createActLimit({ perUser: 1, perAddress: 1 }, () => 1_800_000_000_000);
    limit.take(alice, 'placeOrder');
    const limited = limitActs(second, limit);
    const { appliedSeq } = stage.engine.status();
    expect((await limited.submit(order(100, 'place:one'))).outcome).toEqual(done.outcome);
    await expect(limited.submit(order(101, 'place:two'))).rejects.toThrow('DAILY_ACTS_REACHED');
    await expect(limited.submit(order(102))).rejects.toThrow('DAILY_ACTS_REACHED');
    expect(stage.engine.status().appliedSeq).toBe(appliedSeq);
    expect(await prices(second)).toEqual([100]);
  });
});
