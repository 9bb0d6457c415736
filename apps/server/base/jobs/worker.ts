import { Logger, type LogLevel, run, type TaskList } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Logger as Pino } from 'pino';
import { patiently } from '../database/index.ts';
import { JOBS_SCHEMA, migrateJobs } from './migrate-jobs.ts';
import type { Task } from './task.ts';

export interface JobWorkerOptions {
  readonly pool: Pool;
  readonly tasks: readonly Task[];
  readonly log: Pino;
  /** Called when the worker ended by itself. */
  readonly onLost: (error: unknown) => void;
  readonly concurrency?: number;
  /** Interval at which jobs that fall due later are looked for; new ones are announced by the database. */
  readonly pollMs?: number;
}

export interface JobWorker {
  /** Takes no further job and waits for those under way. */
  stop(): Promise<void>;
}

/** Most jobs wait for another machine. */
const CONCURRENCY = 3;
const POLL_MS = 3_000;

/**
 * Runs jobs. There is one worker a database: jobs that an earlier one left locked, because it was killed, are released
 * at once. A job that fails is tried again later.
 */
export async function startJobWorker(options: JobWorkerOptions): Promise<JobWorker> {
  const { pool, tasks, log, onLost, concurrency = CONCURRENCY, pollMs = POLL_MS } = options;
  await migrateJobs(pool);
  await patiently(pool, () =>
    pool.query(`
      select ${JOBS_SCHEMA}.force_unlock_workers(array_agg(distinct locked_by))
      from ${JOBS_SCHEMA}.jobs where locked_by is not null having count(*) > 0`),
  );
  const runner = await patiently(pool, () =>
    run({
      pgPool: pool,
      schema: JOBS_SCHEMA,
      concurrency,
      pollInterval: pollMs,
      noHandleSignals: true,
      parsedCronItems: [],
      taskList: taskListOf(tasks),
      logger: loggerOf(log),
    }),
  );
  let stopping = false;
  runner.promise.then(
    () => {
      if (!stopping) onLost(new Error('the worker of the jobs ended'));
    },
    (error: unknown) => {
      if (!stopping) onLost(error);
    },
  );
  return {
    async stop() {
      stopping = true;
      await runner.stop();
    },
  };
}

function taskListOf(tasks: readonly Task[]): TaskList {
  const list: Record<string, TaskList[string]> = {};
  for (const { name, run: perform } of tasks) {
    if (list[name] !== undefined) throw new Error(`two tasks are named ${name}`);
    list[name] = async (payload, { job }) => {
      const { row } = payload as { readonly row: string };
      await perform(row, { attempt: job.attempts, isLast: job.attempts >= job.max_attempts });
    };
  }
  return list;
}

/** The library's own log lines; it says of each failed attempt why. */
function loggerOf(log: Pino): Logger {
  const levels: Readonly<Record<LogLevel, 'warn' | 'debug'>> = {
    error: 'warn',
    warning: 'warn',
    info: 'debug',
    debug: 'debug',
  } as Readonly<Record<LogLevel, 'warn' | 'debug'>>;
  return new Logger(({ taskIdentifier, jobId }) => (level, message) => {
    log[levels[level] ?? 'debug']({ task: taskIdentifier, job: jobId }, message);
  });
}
