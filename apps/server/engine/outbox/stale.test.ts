import { type Engine, JournalError, openEngine } from '@candor/journal';
import { Pool } from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { localCore } from '../../../../tests/support/local-core.ts';
import { eventually } from '../../../../tests/support/patience.ts';
import { patientTuning } from '../../../../tests/support/patient-tuning.ts';
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts';
import { kyselyOf } from '../../base/database/index.ts';
import { type Outbox, openOutbox, type Promised } from './index.ts';

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

async function open(of: Engine = engine, retryMs = 20): Promise<Outbox> {
  const outbox = await openOutbox({ pool, core: localCore(of), log, retryMs });
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

describe('a promise that grew old', () => {
  const KEY = 'openAccount:1000';
  const age = (interval: string) =>
    pool.query('update outbox.command set created_at = now() - $1::interval', [interval]);
  const drop = (outbox: Outbox, keys = [KEY]) =>
    kyselyOf(pool)
      .transaction()
      .execute((trx) => outbox.dropStale(trx, keys));

  it('is not sent by itself after six days, and is dropped half a day later, once and for ever', async () => {
    const cutOff = await open(away());
    await promise(cutOff, opening(1000));
    await promise(cutOff, opening(1001));
    await pool.query("update outbox.command set seq = 1, time_ms = 1 where key = 'openAccount:1001'");
    await age('6 days 1 hour');
    expect(await cutOff.stale('openAccount:')).toEqual([]);
    expect((await drop(cutOff)).size).toBe(0);
    await age('6 days 13 hours');
    expect(await cutOff.stale('loan:')).toEqual([]);
    expect(await cutOff.stale('openAccount:')).toEqual([KEY]);
    await opened.pop()?.stop();
    const outbox = await open();
    // a later one that is delivered shows that a sweep passed
    await promise(outbox, opening(1002));
    await eventually(async () => expect(await outbox.waiting()).toBe(1));
    expect([...(await drop(outbox, [KEY, 'openAccount:1001']))]).toEqual([KEY]);
    expect((await drop(outbox)).size).toBe(0);
    expect(await outbox.waiting()).toBe(0);
    await age('1 hour');
    await expect(outbox.deliver(KEY)).rejects.toThrow(KEY);
    await promise(outbox, opening(1003));
    await eventually(async () =>
      expect((await outbox.outcomes(['openAccount:1003'])).get('openAccount:1003')).not.toBeNull(),
    );
    expect(await engine.read((view) => view.hasAccount(1000))).toBe(false);
  });

  it('is read again before it is sent, where it stood in a line for hours', async () => {
    const [begun, aside] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow: Engine = Object.create(engine);
    slow.submit = async (submission) => {
      if (submission.key === 'first') {
        begun.resolve();
        await aside.promise;
      }
      return engine.submit(submission);
    };
    const outbox = await open(slow, 60_000);
    await promise(outbox, { ...opening(1000), key: 'first' });
    await promise(outbox, { ...opening(1000), key: 'second' });
    const [first, second] = [outbox.deliver('first'), outbox.deliver('second')];
    await begun.promise;
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * 3_600_000);
    try {
      aside.resolve();
      await first;
      await expect(second).rejects.toThrow('second');
    } finally {
      later.mockRestore();
    }
    expect((await outbox.deliver('second')).seq).toBeGreaterThan((await first).seq);
  });
});
