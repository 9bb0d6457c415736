import { JournalError, type Submission } from '@candor/journal';
import { sql } from 'kysely';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts';
import { type Db, kyselyOf } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { CoreLink } from '../core/index.ts';
import { createActLimit, limitActs } from './act-limit.ts';
import { runAct } from './done.ts';
import { repeatOf } from './repeats.ts';

const submission: Submission = { userId: 1000, key: 'k', bodyHash: 'h', body: { type: 'tick' } };
const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const notReady = new JournalError('NOT_READY', '');

function coreWith(ok: boolean): CoreLink {
  const answer = { seq: 9, timeMs: 9, outcome: ok ? { ok } : { ok, code: 'NO_LIQUIDITY' } };
  const link = { submit: async () => answer, ask: async () => answer } as unknown as CoreLink;
  return limitActs(
    link,
    createActLimit({ perUser: 9, perAddress: 9 }, () => 0),
  );
}

const submitted = (ok: boolean, error: Error) => () =>
  runAct(async () => {
    await coreWith(ok).submit(submission);
    throw error;
  });
const repeated = (error: Error) => () =>
  runAct(async () => {
    await repeatOf(coreWith(true), submission);
    throw error;
  });

describe('an act that the journal holds', () => {
  it.each([
    ['the database is away', submitted(true, away)],
    ['the read models are away', submitted(true, notReady)],
    ['a part says that it is unavailable', submitted(true, new Refusal('UNAVAILABLE'))],
    ['the database is away once more at its repetition', repeated(away)],
  ])('is to be repeated where afterwards %s', async (_, run) => {
    await expect(run()).rejects.toMatchObject({ key: 'OUTCOME_UNKNOWN' });
  });

  it('keeps every other error', async () => {
    const faults = [new Error('a fault'), new Refusal('OTC_METHOD')];
    for (const fault of faults) await expect(submitted(true, fault)()).rejects.toBe(fault);
  });
});

it('an act that was refused, or that never reached the journal, was not done', async () => {
  await expect(submitted(false, away)()).rejects.toBe(away);
  await expect(runAct(() => Promise.reject(away))).rejects.toBe(away);
  expect(await runAct(() => 7)).toBe(7);
});

/** A call that had written all of its act and then found no connection free for its answer said that nothing was done. */
describe('an act on tables that finds no connection for the rest of it', () => {
  let database: FreshDatabase;
  let pool: Pool;
  beforeAll(async () => {
    database = await freshDatabase();
    pool = new Pool({ connectionString: database.connectionString, max: 1 });
    await pool.query('create table note (text text)');
    pool.options.connectionTimeoutMillis = 100;
  });
  afterAll(async () => {
    await pool?.end();
    await database?.drop();
  });

  const insert = (db: Db) => sql`insert into note values ('written')`.execute(db);
  const lackingAfter = (work: (db: Db) => Promise<unknown>) =>
    runAct(async () => {
      const db = kyselyOf(pool);
      await work(db);
      const taken = await pool.connect();
      try {
        await sql`select text from note`.execute(db);
      } finally {
        taken.release();
      }
    });

  it.each([
    ['in a transaction', (db: Db) => db.transaction().execute(insert)],
    ['by a statement of its own', insert],
    [
      'after a transaction that was rolled back',
      async (db: Db) => {
        const lost = db.transaction().execute(async (trx) => {
          await insert(trx);
          throw new Error('a fault');
        });
        await lost.catch(() => {});
        await insert(db);
      },
    ],
  ])('is to be repeated where it has written %s', async (_, work) => {
    await expect(lackingAfter(work)).rejects.toMatchObject({ key: 'OUTCOME_UNKNOWN' });
  });

  it.each([
    ['only read', (db: Db) => sql`select text from note`.execute(db)],
    [
      'rolled back what it wrote',
      (db: Db) =>
        db
          .transaction()
          .execute(async (trx) => {
            await insert(trx);
            throw new Error('a fault');
          })
          .catch(() => {}),
    ],
  ])('was not done where it %s', async (_, work) => {
    await expect(lackingAfter(work)).rejects.toThrow('timeout exceeded when trying to connect');
  });
});
