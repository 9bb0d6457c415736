import type { Client, OperatorCalls } from '@candor/api';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { kyselyOf } from '../../apps/server/base/database/index.ts';
import { addJob, MOST_ATTEMPTS, migrateJobs, plainError } from '../../apps/server/base/jobs/index.ts';
import { startJobWorker } from '../../apps/server/base/jobs/worker.ts';
import { eventually } from '../support/patience.ts';
import { type OperatorsConsole, openConsole } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { refusal } from './support/person.ts';

const REASON = 'The mail server answers again';

let house: House;
let desk: OperatorsConsole;
let admin: Client<OperatorCalls>;
let support: Client<OperatorCalls>;

beforeAll(async () => {
  house = await openHouse();
  desk = await openConsole(house);
  admin = await desk.signIn();
  support = await desk.add('sam', 'support', admin);
  await migrateJobs(house.pool);
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

/** Adds a job without a worker; its number. */
async function add(task: string, columns = ''): Promise<number> {
  await kyselyOf(house.pool)
    .transaction()
    .execute((trx) => addJob(trx, { task, row: '1' }));
  const { rows } = await house.pool.query('select max(id) as id from jobs.jobs');
  if (columns !== '')
    await house.pool.query(`update jobs._private_jobs set ${columns} where id = $1`, [rows[0].id]);
  return Number(rows[0].id);
}

const retry = (id: number, by = support) =>
  by.call('retryOperatorJob', { params: { id: String(id) }, body: { reason: REASON } });
const list = async () => (await support.call('getOperatorJobs', { query: { pageSize: '100' } })).records;
const find = async (id: number) => (await list()).find((job) => job.id === id);
const logged = async () => {
  const { records } = await admin.call('getOperatorLog', { query: { act: 'retryJob' } });
  return records.map(({ operator, details }) => ({ operator, ...details }));
};

it('lists jobs that are not done, newest first, by state and page by page', async () => {
  const later = "run_at = now() + interval '1 hour'";
  const waiting = await add('a', later);
  const retrying = await add('a', `attempts = 3, last_error = 'timed out', ${later}`);
  const running = await add('b', "attempts = 1, locked_at = now(), locked_by = 'worker'");
  const failed = await add('b', `attempts = ${MOST_ATTEMPTS}, last_error = 'refused'`);
  const known = (await list()).filter(({ task }) => task === 'a' || task === 'b');
  expect(known.map(({ id, state }) => [id, state])).toEqual([
    [failed, 'failed'],
    [running, 'running'],
    [retrying, 'retrying'],
    [waiting, 'waiting'],
  ]);
  expect(await find(retrying)).toMatchObject({
    attempts: 3,
    maxAttempts: MOST_ATTEMPTS,
    lastError: 'timed out',
  });
  expect((await find(running))?.nextTime).toBeNull();
  expect((await find(failed))?.nextTime).toBeNull();
  const byState = await support.call('getOperatorJobs', { query: { state: 'failed' } });
  expect(byState.records.map(({ id }) => id)).toEqual([failed]);
  const first = await support.call('getOperatorJobs', { query: { pageSize: '2' } });
  expect(first.records.map(({ id }) => id)).toEqual([failed, running]);
  const query = { pageSize: '1', cursor: first.nextCursor! };
  expect((await support.call('getOperatorJobs', { query })).records.map(({ id }) => id)).toEqual([retrying]);
});

it('brings the next try forward and gives one more to a job that was given up, with a reason in the log', async () => {
  const done: number[] = [];
  const later = await add('later', "attempts = 2, run_at = now() + interval '5 hours'");
  const given = await add('given', `attempts = ${MOST_ATTEMPTS}`);
  const log = pino({ level: 'silent' });
  const tasks = ['later', 'given'].map((name) => ({
    name,
    run: async (_: string, { attempt }: { readonly attempt: number }) => void done.push(attempt),
  }));
  const onLost = (error: unknown) => {
    throw error;
  };
  // a job that this desk's tests hold as running is released by a worker that starts
  const worker = await startJobWorker({ pool: house.pool, log, tasks, onLost, pollMs: 50 });
  try {
    await retry(later);
    await eventually(() => expect(done).toEqual([3]));
    await retry(given);
    await eventually(() => expect(done).toEqual([3, MOST_ATTEMPTS]));
    await eventually(async () => expect(await find(given)).toBeUndefined());
  } finally {
    await worker.stop();
  }
  expect(await logged()).toEqual([
    { operator: 'sam', job: String(given), task: 'given', reason: REASON },
    { operator: 'sam', job: String(later), task: 'later', reason: REASON },
  ]);
  expect(await admin.call('verifyOperatorLog')).toMatchObject({ intact: true });
});

it('refuses a job that runs or is done, and roles without the right, and logs neither', async () => {
  const running = await add('held', "locked_at = now(), locked_by = 'worker'");
  const before = await logged();
  expect(await refusal(retry(running))).toMatchObject({ key: 'JOB_NOT_WAITING' });
  expect(await refusal(retry(999_999_999))).toMatchObject({ key: 'JOB_NOT_WAITING' });
  const rita = await desk.add('rita', 'review', admin);
  expect(await refusal(rita.call('getOperatorJobs'))).toMatchObject({ key: 'OPERATOR_NOT_ALLOWED' });
  expect(await refusal(retry(running, rita))).toMatchObject({ key: 'OPERATOR_NOT_ALLOWED' });
  expect(await logged()).toEqual(before);
});

it('shows no secret of an error, and never the row of a job', async () => {
  const shown = [
    ['the server answers 535', 'the server answers 535'],
    ['cannot reach smtp://ada:secret@mail.example:25 now', 'cannot reach … now'],
    ['no mailbox ada@example.org here', 'no mailbox … here'],
    ['the code is 123456', 'the code is …'],
    ['no route to +49 170 123 45 67', 'no route to …'],
    ['token dGhpcyBpcyBhIHNlY3JldCB0b2tlbg== is old', 'token … is old'],
    ['Key (name)=(ada) exists', 'Key … exists'],
    ['invalid input "hunter2"\n  at secret.ts', 'invalid input …'],
  ] as const;
  for (const [error, plain] of shown) expect(plainError(error)).toBe(plain);
  const id = await add(
    'c',
    "attempts = 1, last_error = 'the code is 123456', run_at = now() + interval '1 hour'",
  );
  const job = await find(id);
  expect(job?.lastError).toBe('the code is …');
  expect(Object.keys(job!).sort()).toEqual(
    ['attempts', 'createTime', 'id', 'lastError', 'maxAttempts', 'nextTime', 'state', 'task'].sort(),
  );
});
