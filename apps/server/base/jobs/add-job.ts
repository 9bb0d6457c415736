import { sql } from 'kysely';
import type { Trx } from '../database/index.ts';

/** A job to add: a task and the one row that it works on. What the task needs it reads from that row. */
export interface NewJob {
  /** The name of a declared task. */
  readonly task: string;
  /** Id of the row. It is all that a job holds: a job that fails stays in its table, and so would a secret. */
  readonly row: string;
  /** Earliest time to run it; at once by default. */
  readonly runAt?: Date;
  /** A job with the same key that has not run is replaced by this one. */
  readonly key?: string;
  /** True where a job with the same key that has not run stays at its time. */
  readonly keepsTime?: boolean;
}

/** A row id of digits, letters and hyphens: nothing that a sentence or an address could be. */
const rowPattern = /^[0-9A-Za-z-]{1,64}$/;

/** Adds a job within the caller's transaction: it runs after the commit, and never if there is none. */
export const addJob = (trx: Trx, job: NewJob): Promise<void> => addJobs(trx, [job]);

/** Adds jobs in one statement, as `addJob` does each. */
export async function addJobs(trx: Trx, jobs: readonly NewJob[]): Promise<void> {
  for (const { task, row } of jobs)
    if (!rowPattern.test(row)) throw new RangeError(`a job of ${task} does not name a row`);
  await sql`
    select jobs.add_job(task, payload := payload::json, run_at := run_at, job_key := job_key, job_key_mode := mode,
      max_attempts := ${MOST_ATTEMPTS}::smallint)
    from unnest(
      ${jobs.map(({ task }) => task)}::text[], ${jobs.map(({ row }) => JSON.stringify({ row }))}::text[],
      ${jobs.map(({ runAt = null }) => runAt?.toISOString() ?? null)}::timestamptz[],
      ${jobs.map(({ key = null }) => key)}::text[],
      ${jobs.map(({ keepsTime = false }) => (keepsTime ? 'preserve_run_at' : 'replace'))}::text[]
    ) as job (task, payload, run_at, job_key, mode)`.execute(trx);
}

/** Attempts of a job, each e to the power of their number in seconds after the one before, at most 6 hours. */
export const MOST_ATTEMPTS = 12;
