import { type RawBuilder, sql } from 'kysely';
import {
  type Db,
  defineTable,
  readTable,
  type TableLook,
  type TablePage,
  type Trx,
} from '../database/index.ts';

export type ShownJobState = 'waiting' | 'retrying' | 'running' | 'failed';

/** A job that is not done, as operators see it: without the row that it works on. */
export interface ShownJob {
  readonly id: number;
  readonly task: string;
  readonly state: ShownJobState;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly createdMs: number;
  /** Time of the next try; null while one runs, and for a job that is given up. */
  readonly nextMs: number | null;
  readonly lastError: string | null;
}

interface Row {
  readonly id: bigint;
  readonly task: string;
  readonly state: ShownJobState;
  readonly attempts: number;
  readonly max_attempts: number;
  readonly created_at: Date;
  readonly run_at: Date;
  readonly last_error: string | null;
}

const MAX_ERROR = 200;

/** The library's own time after which a worker that holds a job counts as lost. */
const isHeld = sql`(locked_at is not null and locked_at >= now() - interval '4 hours')`;

const stateOf: RawBuilder<ShownJobState> = sql`case
  when ${isHeld} then 'running' when attempts >= max_attempts then 'failed'
  when attempts > 0 then 'retrying' else 'waiting' end`;

/** Filters of a list of jobs: `task` is a part of the name, the times are in ms. */
export interface JobFilters {
  readonly state: ShownJobState;
  readonly task: string;
  readonly from: number;
  readonly to: number;
}

const jobTable = defineTable<Row, JobFilters>()({
  select: sql`*`,
  from: sql`(
    select id, task_identifier as task, ${stateOf} as state, attempts, max_attempts, created_at, run_at, last_error
    from jobs.jobs
  ) as job`,
  key: { of: sql`id`, type: 'bigint' },
  orders: {
    id: { of: sql`id`, type: 'bigint' },
    time: { of: sql`created_at`, type: 'timestamptz' },
    attempts: { of: sql`attempts`, type: 'integer' },
  },
  filters: {
    state: (state) => sql`state = ${state}`,
    task: (part) => sql`strpos(lower(task), lower(${part})) > 0`,
    from: (ms) => sql`created_at >= ${new Date(ms)}`,
    to: (ms) => sql`created_at < ${new Date(ms)}`,
  },
});

/** Jobs that are not done, newest first unless the look orders them otherwise. */
export async function listJobs(db: Db, look: TableLook<JobFilters>): Promise<TablePage<ShownJob>> {
  const { rows, nextCursor } = await readTable(db, jobTable, look);
  return { rows: rows.map(toShown), nextCursor };
}

function toShown(row: Row): ShownJob {
  return {
    id: Number(row.id),
    task: row.task,
    state: row.state,
    attempts: row.attempts,
    maxAttempts: row.max_attempts,
    createdMs: row.created_at.getTime(),
    nextMs: row.state === 'waiting' || row.state === 'retrying' ? row.run_at.getTime() : null,
    lastError: row.last_error === null ? null : plainError(row.last_error),
  };
}

/**
 * Makes the next try of a job due now; one that was given up gets one more. Returns the name of its task, or null for a
 * job that runs or is done.
 */
export async function retryJob(trx: Trx, id: number): Promise<string | null> {
  const { rows } = await sql<{ task: string }>`
    select job.task_identifier as task
    from jobs.jobs as found,
      jobs.reschedule_jobs(array[found.id]::bigint[], run_at := now(),
        attempts := least(found.attempts, found.max_attempts - 1)::integer) as changed,
      jobs.jobs as job
    where found.id = ${id}::bigint and job.id = changed.id`.execute(trx);
  return rows[0]?.task ?? null;
}

/**
 * The first line of an error, its quoted values, addresses, figures and long tokens replaced by `…`: an error of the
 * database or of another machine may repeat what it was given.
 */
export function plainError(message: string): string {
  return (message.split('\n', 1)[0] ?? '')
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '…')
    .replace(/\S+@\S+/g, '…')
    .replace(/"[^"]*"|“[^”]*”|\([^)]*\)=\([^)]*\)/g, '…')
    .replace(/\+?\d[\d\s().-]{2,}\d/g, '…')
    .replace(/[A-Za-z0-9_+/=-]{24,}/g, '…')
    .slice(0, MAX_ERROR);
}
