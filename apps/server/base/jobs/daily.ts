import type { Pool } from 'pg';
import { kyselyOf, patiently } from '../database/index.ts';
import { addJob } from './add-job.ts';
import type { Task } from './task.ts';

const DAY_MS = 86_400_000;

const plan = (pool: Pool, name: string, runAt: Date): Promise<void> =>
  kyselyOf(pool)
    .transaction()
    // the key keeps one job waiting, however often the process starts
    .execute((trx) => addJob(trx, { task: name, row: 'old', key: name, runAt }));

/** Makes sure that a daily task runs: now, and each day from then on. */
export const planDaily = (pool: Pool, name: string, now: () => number): Promise<void> =>
  patiently(pool, () => plan(pool, name, new Date(now())));

/**
 * A task that runs each day. Its last attempt plans the next day before it works: a day on which all attempts fail, such as one
 * with a full disk, is not its last. An earlier one plans behind its work, for a plan under the same key takes the attempts
 * that are left from the job that runs.
 */
export function dailyTask({
  name,
  pool,
  now,
  run,
}: Pick<Task, 'name'> & {
  readonly pool: Pool;
  readonly now: () => number;
  readonly run: () => Promise<unknown>;
}): Task {
  return {
    name,
    async run(_row, { isLast }) {
      const planNext = () => plan(pool, name, new Date(now() + DAY_MS));
      if (isLast) await planNext();
      await run();
      if (!isLast) await planNext();
    },
  };
}
