import { Pool, type PoolClient } from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../../../tests/support/patience.ts';
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts';
import { createPatience, kyselyOf, startsPatiently } from '../database/index.ts';
import { addJob } from './add-job.ts';
import { dailyTask, planDaily } from './daily.ts';
import { migrateJobs, NEWEST_MIGRATION } from './migrate-jobs.ts';
import type { Task } from './task.ts';
import { type JobWorker, startJobWorker } from './worker.ts';

let database: FreshDatabase;
let pool: Pool;
let worker: JobWorker | null = null;
const log = pino({ level: 'silent' });

beforeAll(async () => {
  database = await freshDatabase();
  pool = new Pool({ connectionString: database.connectionString });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  await Promise.all([migrateJobs(pool), migrateJobs(pool), migrateJobs(pool)]);
});

afterEach(async () => {
  await worker?.stop();
  worker = null;
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

const add = (task: string, row: string) =>
  kyselyOf(pool)
    .transaction()
    .execute((trx) => addJob(trx, { task, row }));

async function work(tasks: readonly Task[]): Promise<void> {
  const onLost = (error: unknown) => {
    throw error;
  };
  worker = await startJobWorker({ pool, tasks, log, onLost, pollMs: 50 });
}

it('knows the newest migration of the installed library', async () => {
  const { rows } = await pool.query('select max(id) as id from jobs.migrations');
  expect(rows[0].id).toBe(NEWEST_MIGRATION);
});

it('runs the job of a transaction that commits, and none of one that does not', async () => {
  const done: string[] = [];
  const task: Task = { name: 'noted', run: async (row) => void done.push(row) };
  await work([task]);
  const lost = kyselyOf(pool)
    .transaction()
    .execute(async (trx) => {
      await addJob(trx, { task: 'noted', row: '1' });
      throw new Error('no commit');
    });
  await expect(lost).rejects.toThrow('no commit');
  await add('noted', '2');
  await eventually(() => expect(done).toEqual(['2']));
});

it('tries a job again that failed, and counts the attempts', async () => {
  const attempts: number[] = [];
  await work([
    {
      name: 'failing',
      async run(_, { attempt }) {
        attempts.push(attempt);
        if (attempt === 1) throw new Error('not yet');
      },
    },
  ]);
  await add('failing', '3');
  await eventually(async () => {
    const { rows } = await pool.query("select last_error from jobs.jobs where task_identifier = 'failing'");
    expect(rows).toEqual([{ last_error: 'not yet' }]);
  });
  await pool.query("update jobs._private_jobs set run_at = now() where last_error = 'not yet'");
  await eventually(() => expect(attempts).toEqual([1, 2]));
});

it('takes over at once what a killed worker had locked', async () => {
  await add('locked', '4');
  await pool.query("update jobs._private_jobs set locked_at = now(), locked_by = 'a killed worker'");
  const done: string[] = [];
  await work([{ name: 'locked', run: async (row) => void done.push(row) }]);
  await eventually(() => expect(done).toEqual(['4']));
});

it('tries a daily task again on its day, and runs it on the next one also where its last attempt fails', async () => {
  let runs = 0;
  const now = () => Date.now();
  const daily = dailyTask({
    name: 'daily',
    pool,
    now,
    async run() {
      runs += 1;
      throw new Error('the disk is full');
    },
  });
  const waiting = async () => {
    const { rows } = await pool.query<{ run_at: Date; attempts: number; max_attempts: number }>(
      "select run_at, attempts, max_attempts from jobs.jobs where key = 'daily' and locked_at is null",
    );
    expect(rows).toHaveLength(1);
    return rows[0]!;
  };
  await work([daily]);
  await planDaily(pool, 'daily', now);
  await eventually(() => expect(runs).toBeGreaterThan(0));
  const tried = await eventually(waiting);
  expect(tried.attempts).toBeLessThan(tried.max_attempts);
  expect(tried.run_at.getTime()).toBeLessThan(Date.now() + 3_600_000);
  await worker?.stop();
  worker = null;
  await expect(daily.run('old', { attempt: 12, isLast: true })).rejects.toThrow('the disk is full');
  expect((await waiting()).run_at.getTime()).toBeGreaterThan(Date.now() + 86_000_000);
});

it('takes only the id of a row with a job', async () => {
  await expect(add('noted', 'the code is 123456')).rejects.toThrow(RangeError);
});

it('goes on after the database was away while it noted how a job ended', async () => {
  const own = new Pool({ connectionString: database.connectionString });
  own.on('error', () => {});
  own.on('connect', (client) => client.on('error', () => {}));
  const stopped = new AbortController();
  startsPatiently(own, createPatience({ log: () => {}, signal: stopped.signal }));
  const connect = own.connect.bind(own) as (...args: unknown[]) => Promise<PoolClient>;
  let refusals = 0;
  let isAway = false;
  // the library and the pool's own queries ask it for a connection for each of their statements
  own.connect = ((answer?: (error: Error) => void) => {
    if (!isAway) return answer === undefined ? connect() : connect(answer);
    refusals += 1;
    const error = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    return answer === undefined ? Promise.reject(error) : answer(error);
  }) as never;
  const done: string[] = [];
  const lost: unknown[] = [];
  const tasks: Task[] = [
    {
      name: 'cutting',
      async run() {
        // it comes again, as nobody could note its end
        if (refusals > 0) return;
        isAway = true;
        throw new Error('the database is gone too');
      },
    },
    { name: 'later', run: async (row) => void done.push(row) },
  ];
  worker = await startJobWorker({ pool: own, tasks, log, onLost: (error) => lost.push(error), pollMs: 50 });
  await add('cutting', '5');
  await eventually(() => expect(refusals).toBeGreaterThan(10));
  isAway = false;
  await add('later', '6');
  await eventually(() => expect(done).toEqual(['6']));
  expect(lost).toEqual([]);
  await worker.stop();
  worker = null;
  await own.end();
});

it('goes on after others held all connections while it noted how a job ended', async () => {
  const own = new Pool({ connectionString: database.connectionString, max: 3 });
  own.on('error', () => {});
  own.on('connect', (client) => client.on('error', () => {}));
  const connect = own.connect.bind(own);
  let refusals = 0;
  own.connect = ((answer?: Parameters<typeof connect>[0]) => {
    if (answer !== undefined) return connect(answer);
    return connect().catch((error: unknown) => {
      refusals += 1;
      throw error;
    });
  }) as typeof own.connect;
  const held: PoolClient[] = [];
  const done: string[] = [];
  const lost: unknown[] = [];
  const tasks: Task[] = [
    {
      name: 'holding',
      async run() {
        if (held.length > 0) return;
        // one more connection listens for new jobs
        while (held.length < 2) held.push(await own.connect());
        own.options.connectionTimeoutMillis = 200;
      },
    },
    { name: 'later', run: async (row) => void done.push(row) },
  ];
  worker = await startJobWorker({ pool: own, tasks, log, onLost: (error) => lost.push(error), pollMs: 50 });
  await eventually(async () => {
    const { rows } = await pool.query(
      "select from pg_stat_activity where datname = current_database() and query ilike 'listen%'",
    );
    expect(rows).toHaveLength(1);
  });
  await add('holding', '7');
  await eventually(() => expect(refusals).toBeGreaterThan(0));
  own.options.connectionTimeoutMillis = 0;
  for (const client of held) client.release();
  await add('later', '8');
  // a job of an earlier test may come again
  await eventually(() => expect(done).toContain('8'));
  expect(lost).toEqual([]);
  await worker.stop();
  worker = null;
  await own.end();
});
