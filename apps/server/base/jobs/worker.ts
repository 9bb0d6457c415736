import { EventEmitter } from 'node:events';
import { Logger, type LogLevel, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Logger as Pino } from 'pino';
import { isDatabaseAway, patiently } from '../database/index.ts';
import { Stopping } from '../work/lifecycle.ts';
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
 * The library's batches note the ends of jobs, at once. Without them it waits for nothing and nobody catches the error of a
 * note that the database did not take, which would end the process.
 */
const NOTED_IN_BATCHES = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } } as const;

/**
 * Runs jobs. There is one worker a database: jobs that an earlier one left locked, because it was killed, are released
 * at once. A job that fails is tried again later. The library's worker ends where the database is away at the moment that it
 * notes how a job ended; another one begins once the database is back.
 */
export async function startJobWorker(options: JobWorkerOptions): Promise<JobWorker> {
  const { log, onLost } = options;
  let stopping = false;
  const watch = async ({ runner, fatal }: Running): Promise<void> => {
    const error = await runner.promise.then(
      () => fatal() ?? new Error('the worker of the jobs ended'),
      (reason: unknown) => reason,
    );
    if (stopping) return;
    if (!isDatabaseAway(error)) return onLost(error);
    log.warn({ err: error }, 'The jobs wait for the database');
    running = begin(options);
    running.then(watch, (reason: unknown) => {
      // the program may stop while the database is away
      if (!stopping && !(reason instanceof Stopping)) onLost(reason);
    });
  };
  let running = begin(options);
  watch(await running);
  return {
    async stop() {
      stopping = true;
      const begun = await running.catch(() => null);
      await begun?.runner.stop().catch((error: unknown) => {
        if (!isDatabaseAway(error)) throw error;
      });
    },
  };
}

interface Running {
  readonly runner: Runner;
  /** The error for which the library's worker ends, which its promise does not tell; null before. */
  fatal(): unknown;
}

async function begin(options: JobWorkerOptions): Promise<Running> {
  const { pool, tasks, log, concurrency = CONCURRENCY, pollMs = POLL_MS } = options;
  await migrateJobs(pool);
  await patiently(pool, () =>
    pool.query(`
      select ${JOBS_SCHEMA}.force_unlock_workers(array_agg(distinct locked_by))
      from ${JOBS_SCHEMA}.jobs where locked_by is not null having count(*) > 0`),
  );
  let fatal: unknown = null;
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:fatalError', ({ error }) => {
    fatal ??= error;
  });
  const runner = await patiently(pool, () =>
    run({
      events,
      pgPool: pool,
      schema: JOBS_SCHEMA,
      concurrency,
      pollInterval: pollMs,
      noHandleSignals: true,
      parsedCronItems: [],
      preset: NOTED_IN_BATCHES,
      taskList: taskListOf(tasks),
      logger: loggerOf(log),
    }),
  );
  return { runner, fatal: () => fatal };
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
