import { type Engine, JournalError, openEngine } from '@candor/journal';
import { Pool } from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localCore } from '../../../../tests/support/local-core.ts';
import { eventually } from '../../../../tests/support/patience.ts';
import { patientTuning } from '../../../../tests/support/patient-tuning.ts';
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts';
import { createBus } from '../../base/bus/index.ts';
import { kyselyOf } from '../../base/database/index.ts';
import type { CoreLink } from '../core/index.ts';
import { decodeCommand, encodeCommand } from './codec.ts';
import { connectOutbox, type Outbox, openOutbox, type Promised, serveOutbox } from './index.ts';
import { lineOf } from './line.ts';

const log = pino({ level: 'silent' });
const opening = (accountUserId: number): Promised => ({
  key: `openAccount:${accountUserId}`,
  userId: 0,
  body: { type: 'openAccount', accountUserId, kind: 'user' },
});

let database: FreshDatabase;
let pool: Pool;
let engine: Engine;
const opened: Outbox[] = [];

beforeEach(async () => {
  database = await freshDatabase();
  pool = new Pool({ connectionString: database.connectionString });
  pool.on('error', () => {});
  engine = await openEngine({
    connectionString: database.connectionString,
    genesis: { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: 'ab'.repeat(32) },
    tuning: patientTuning,
  });
});
afterEach(async () => {
  for (const outbox of opened.splice(0)) await outbox.stop();
  await engine.stop();
  await pool.end();
  await database.drop();
});

async function open(of: Engine = engine): Promise<Outbox> {
  const outbox = await openOutbox({ pool, core: localCore(of), log, retryMs: 20 });
  opened.push(outbox);
  return outbox;
}

const promise = (outbox: Outbox, promised: Promised) =>
  kyselyOf(pool)
    .transaction()
    .execute((trx) => outbox.promise(trx, promised));

/** The engine, but away: as it is while it recovers. */
function away(): Engine {
  const engineAway: Engine = Object.create(engine);
  engineAway.submit = () => Promise.reject(new JournalError('NOT_READY', 'recovering'));
  return engineAway;
}

describe('the outbox', () => {
  it('delivers once, and answers a repeated delivery alike', async () => {
    const outbox = await open();
    await promise(outbox, opening(1000));
    const [first, second] = await Promise.all([
      outbox.deliver('openAccount:1000'),
      outbox.deliver('openAccount:1000'),
    ]);
    expect(second).toEqual(first);
    expect(await outbox.deliver('openAccount:1000')).toEqual(first);
    expect(first.rejection).toBeNull();
    const committed = engine.status().committedSeq;
    await outbox.deliver('openAccount:1000');
    expect(engine.status().committedSeq).toBe(committed);
  });

  it('delivers what is asked for at once together, and answers each by itself', async () => {
    const outbox = await open();
    const numbers = Array.from({ length: 20 }, (_, at) => 1000 + at);
    for (const number of numbers) await promise(outbox, opening(number));
    await eventually(async () => expect(await outbox.waiting()).toBe(0));
    await pool.query('update outbox.command set seq = null, time_ms = null, rejection = null');
    await opened.pop()?.stop();
    const other = await openOutbox({ pool, core: localCore(engine), log, retryMs: 60_000 });
    opened.push(other);
    const keys = [...numbers.map((number) => `openAccount:${number}`), 'openAccount:7'];
    const results = await Promise.allSettled(keys.map((key) => other.deliver(key)));
    expect(results.map(({ status }) => status)).toEqual([...numbers.map(() => 'fulfilled'), 'rejected']);
    expect((results.at(-1) as PromiseRejectedResult).reason.message).toContain('openAccount:7');
    const outcomes = await other.outcomes(keys);
    for (const [at, result] of results.slice(0, -1).entries())
      expect(outcomes.get(keys[at]!)).toEqual((result as PromiseFulfilledResult<unknown>).value);
  });

  it('delivers later what the engine could not take, without being asked', async () => {
    const cutOff = await open(away());
    await promise(cutOff, opening(1000));
    await expect(cutOff.deliver('openAccount:1000')).rejects.toThrow(JournalError);
    expect(await cutOff.waiting()).toBe(1);
    await opened.pop()?.stop();
    const outbox = await open();
    await eventually(async () => expect(await outbox.waiting()).toBe(0));
    expect(await engine.read((view) => view.hasAccount(1000))).toBe(true);
  });

  it('does nothing twice when the process ends between the kernel’s answer and its own note of it', async () => {
    const outbox = await open();
    await promise(outbox, opening(1000));
    const first = await outbox.deliver('openAccount:1000');
    await opened.pop()?.stop();
    await pool.query('update outbox.command set seq = null, time_ms = null');
    const next = await open();
    await eventually(async () => expect(await next.waiting()).toBe(0));
    const { rows } = await pool.query('select seq, rejection from outbox.command');
    expect(Number(rows[0].seq)).toBeGreaterThan(first.seq);
    expect(rows[0].rejection).toBeNull();
  });

  it('gives the answer that was noted first, when a promise is handed over twice', async () => {
    const outbox = await open();
    await promise(outbox, opening(1000));
    const first = await outbox.deliver('openAccount:1000');
    await opened.pop()?.stop();
    await pool.query('update outbox.command set seq = null, time_ms = null');
    // a deliverer read the row before that note, and the ledger answers it at a later place
    const core = localCore(engine);
    const submit: CoreLink['submit'] = async (...given) => {
      const answer = await core.submit(...given);
      await pool.query('update outbox.command set seq = $1, time_ms = $2', [first.seq, first.timeMs]);
      return { ...answer, seq: answer.seq + 1 };
    };
    const late = await openOutbox({
      pool,
      core: Object.create(core, { submit: { value: submit } }),
      log,
      retryMs: 60_000,
    });
    opened.push(late);
    expect(await late.deliver('openAccount:1000')).toEqual(first);
    expect((await late.outcomes(['openAccount:1000'])).get('openAccount:1000')).toEqual(first);
  });

  it('promises nothing when the transaction is undone', async () => {
    const outbox = await open();
    const undone = kyselyOf(pool)
      .transaction()
      .execute(async (trx) => {
        await outbox.promise(trx, opening(1000));
        throw new Error('undone');
      });
    await expect(undone).rejects.toThrow('undone');
    expect(await outbox.waiting()).toBe(0);
    expect(await engine.read((view) => view.hasAccount(1000))).toBe(false);
  });

  it('goes on with the others when one cannot even be read', async () => {
    const cutOff = await open(away());
    await promise(cutOff, opening(1000));
    await promise(cutOff, opening(1001));
    await opened.pop()?.stop();
    await pool.query("update outbox.command set body = '{' where key = 'openAccount:1000'");
    const outbox = await open();
    await eventually(async () => expect(await outbox.waiting()).toBe(1));
    expect(await engine.read((view) => view.hasAccount(1001))).toBe(true);
  });

  it('goes on with the others when the kernel rejects one', async () => {
    const outbox = await open();
    await promise(outbox, { ...opening(1000), body: { type: 'cancelAll', symbolId: 999 } });
    await promise(outbox, opening(1001));
    await eventually(async () => expect(await outbox.waiting()).toBe(0));
    expect((await outbox.deliver('openAccount:1000')).rejection).not.toBeNull();
    expect(await engine.read((view) => view.hasAccount(1001))).toBe(true);
  });
});

describe('many promises', () => {
  const COUNT = 1_203;
  const users = Array.from({ length: COUNT }, (_, at) => 5_000 + at);
  const promiseMany = (outbox: Outbox) =>
    kyselyOf(pool)
      .transaction()
      .execute((trx) => outbox.promiseAll(trx, users.map(opening)));

  it('are delivered in their order, each once, and share rows of the journal', async () => {
    const cutOff = await open(away());
    await promiseMany(cutOff);
    await opened.pop()?.stop();
    const before = await pool.query('select count(*)::int as rows from journal.batches');
    const outbox = await open();
    await eventually(async () => expect(await outbox.waiting()).toBe(0));
    const { rows } = await pool.query('select key, rejection from outbox.command order by seq');
    expect(rows).toEqual(users.map((user) => ({ key: `openAccount:${user}`, rejection: null })));
    const after = await pool.query('select count(*)::int as rows from journal.batches');
    expect(after.rows[0].rows - before.rows[0].rows).toBeLessThan(COUNT / 20);
  });

  it('wait for none among them that cannot be read, and that one is tried again', async () => {
    const cutOff = await open(away());
    await promiseMany(cutOff);
    await opened.pop()?.stop();
    await pool.query("update outbox.command set body = '{' where key = 'openAccount:5000'");
    const outbox = await open();
    await eventually(async () => expect(await outbox.waiting()).toBe(1));
    await pool.query('update outbox.command set body = $1 where key = $2', [
      encodeCommand(opening(5_000).body),
      'openAccount:5000',
    ]);
    await eventually(async () => expect(await outbox.waiting()).toBe(0));
  });

  it('are answered to whoever asks for one of them meanwhile, and are not sent twice', async () => {
    const outbox = await open();
    await promiseMany(outbox);
    const asked = await Promise.all(
      [5_000, 5_600, 6_202].map((user) => outbox.deliver(`openAccount:${user}`)),
    );
    expect(asked.map(({ rejection }) => rejection)).toEqual([null, null, null]);
    await eventually(async () => expect(await outbox.waiting()).toBe(0));
    const { rows } = await pool.query('select count(distinct seq)::int as seqs from outbox.command');
    expect(rows[0].seqs).toBe(COUNT);
  });
});

describe('promises of one subject', () => {
  const wallets = ['aa', 'bb'].map((byte) => `0x${byte.repeat(20)}`);
  const ofMove = (type: 'askMiningMove' | 'cancelMiningMove', at: number, key: string): Promised => ({
    key,
    userId: 0,
    body: { type, accountUserId: 1000, address: wallets[at]! },
  });
  const acts = [
    opening(1000),
    ofMove('askMiningMove', 0, 'thief asks'),
    ofMove('cancelMiningMove', 0, 'owner cancels'),
    ofMove('askMiningMove', 1, 'owner asks'),
  ];
  const keysInOrder = async () => {
    const { rows } = await pool.query<{ key: string }>('select key from outbox.command order by seq');
    return rows.map(({ key }) => key);
  };

  /** The engine, with each command that it takes; `isAway` tells which ones it does not take. */
  function watched(isAway: (key: string) => boolean) {
    const taken: string[] = [];
    const engineWatched: Engine = Object.create(engine);
    engineWatched.submit = (submission) => {
      const key = String(submission.key);
      if (isAway(key)) return Promise.reject(new JournalError('NOT_READY', 'recovering'));
      taken.push(key);
      return engine.submit(submission);
    };
    return { engineWatched, taken };
  }

  /** Promises the acts while the engine is away, and opens an outbox that sweeps once, before. */
  async function afterOutage(of: Engine): Promise<Outbox> {
    const outbox = await openOutbox({ pool, core: localCore(of), log, retryMs: 60_000 });
    opened.push(outbox);
    for (const act of acts) await promise(outbox, act);
    return outbox;
  }

  it('are delivered in the order in which they were promised, when only the last is asked for', async () => {
    const { engineWatched, taken } = watched(() => false);
    const outbox = await afterOutage(engineWatched);
    await outbox.deliver('owner asks');
    expect(taken).toEqual(acts.map(({ key }) => key));
    expect(await keysInOrder()).toEqual(taken);
  });

  it('are delivered in that order, when all are asked for at once, the last first', async () => {
    const outbox = await afterOutage(engine);
    await Promise.all(acts.toReversed().map(({ key }) => outbox.deliver(key)));
    expect(await keysInOrder()).toEqual(acts.map(({ key }) => key));
  });

  it('wait for an earlier one that the engine did not take', async () => {
    let isAway = true;
    const { engineWatched, taken } = watched((key) => isAway && key === 'thief asks');
    const outbox = await afterOutage(engineWatched);
    await promise(outbox, opening(1001));
    const [cancelled, other] = await Promise.allSettled([
      outbox.deliver('owner cancels'),
      outbox.deliver('openAccount:1001'),
    ]);
    expect([cancelled.status, other.status]).toEqual(['rejected', 'fulfilled']);
    expect(taken.toSorted()).toEqual(['openAccount:1000', 'openAccount:1001']);
    isAway = false;
    await outbox.deliver('owner asks');
    expect((await keysInOrder()).filter((key) => key !== 'openAccount:1001')).toEqual(
      acts.map(({ key }) => key),
    );
  });

  it('keep their order while a sweep delivers them and callers ask for the later ones', async () => {
    const outbox = await open();
    const acts = Array.from({ length: 40 }, (_, at) => ofMove('askMiningMove', at % 2, `ask ${at}`));
    await promise(outbox, opening(1000));
    await Promise.all(
      acts.map(async (act, at) => {
        if (at % 8 === 0)
          await kyselyOf(pool)
            .transaction()
            .execute((trx) => outbox.promiseAll(trx, acts.slice(at, at + 8)));
        await outbox.deliver(act.key).catch(() => {});
      }),
    );
    await eventually(async () => expect(await outbox.waiting()).toBe(0));
    const taken = await keysInOrder();
    expect(taken).toHaveLength(acts.length + 1);
    // of two transactions at once the one that commits first comes first, whichever began
    for (let at = 0; at < acts.length; at += 8) {
      const together = acts.slice(at, at + 8).map(({ key }) => key);
      expect(taken.filter((key) => together.includes(key))).toEqual(together);
    }
  });
});

describe('the line of a promise', () => {
  const line = (body: object, userId = 0) => lineOf({ userId, body: body as never });

  it('is its withdrawal, its deposit, its user, or what else it is about', () => {
    expect(line({ withdrawalNo: 5, accountUserId: 1000, assetId: 1 })).toBe('withdrawalNo:5');
    expect(line({ depositNo: 5, turn: 1 })).toBe('depositNo:5');
    expect(line({ accountUserId: 1000, assetId: 1 })).toBe('accountUserId:1000');
    expect(line({ orderId: 7 }, 1000)).toBe('accountUserId:1000');
    expect(line({ symbolId: 3, assetId: 1 })).toBe('symbolId:3');
    expect(line({ assetId: 1 })).toBe('assetId:1');
    expect(line({ state: 'open' })).toBe('exchange');
  });
});

describe('the outbox of a door', () => {
  const bus = createBus((error) => {
    throw error;
  });
  let end = () => {};
  const serve = async (of: Engine = engine) => {
    end = serveOutbox(await open(of), bus);
  };
  afterEach(() => end());

  it('promises in its own transaction and has the deliverer deliver', async () => {
    await serve();
    const door = await connectOutbox({ pool, bus });
    await promise(door, opening(1000));
    const first = await door.deliver('openAccount:1000');
    expect(first).toMatchObject({ rejection: null });
    expect(await door.deliver('openAccount:1000')).toEqual(first);
    expect(await door.outcomes(['openAccount:1000'])).toEqual(new Map([['openAccount:1000', first]]));
    await promise(door, { ...opening(1001), body: { type: 'cancelAll', symbolId: 999 } });
    expect((await door.deliver('openAccount:1001')).rejection).not.toBeNull();
  });

  it('passes on why the kernel could not take it, and says when the deliverer is away', async () => {
    await serve(away());
    const door = await connectOutbox({ pool, bus });
    await promise(door, opening(1000));
    const failure = door.deliver('openAccount:1000');
    await expect(failure).rejects.toBeInstanceOf(JournalError);
    await expect(failure).rejects.toMatchObject({ code: 'NOT_READY', message: 'recovering' });
    end();
    await expect(door.deliver('openAccount:1000')).rejects.toMatchObject({
      name: 'JournalError',
      code: 'NOT_READY',
    });
    await expect(door.deliver('no such key')).rejects.toThrow();
  });

  it('is delivered without asking', async () => {
    await serve();
    const door = await connectOutbox({ pool, bus });
    await promise(door, opening(1000));
    await eventually(async () => expect(await door.waiting()).toBe(0));
    expect(await engine.read((view) => view.hasAccount(1000))).toBe(true);
  });
});

describe('commands as text', () => {
  it('come back as they were, amounts as bigints', () => {
    const body = { type: 'practiceFunds', accountUserId: 1000, assetId: 1, amount: 2n ** 61n } as never;
    expect(decodeCommand(encodeCommand(body))).toEqual(body);
  });
});
