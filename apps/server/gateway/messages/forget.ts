import type { Pool } from 'pg';
import { type Db, kyselyOf, migrate, patiently } from '../../base/database/index.ts';
import { addJob, migrateJobs, type Task } from '../../base/jobs/index.ts';
import { migrations } from './schema.ts';

/** The task that deletes old messages. */
export const FORGET_TASK = 'forgetMessages';

const DAY_MS = 24 * 3_600_000;
/** Messages are kept this long, those about logins too: they name addresses, numbers and devices. */
export const KEPT_MS = 30 * DAY_MS;

interface ForgetOptions {
  readonly pool: Pool;
  readonly now: () => number;
}

const plan = (pool: Pool, runAt: Date) =>
  kyselyOf(pool)
    .transaction()
    // the key keeps one job waiting, however often the process starts
    .execute((trx) => addJob(trx, { task: FORGET_TASK, row: 'old', key: FORGET_TASK, runAt }));

/** Makes sure that old messages are deleted: now, and by the task itself each day from then on. */
export async function planForgetting({ pool, now }: ForgetOptions): Promise<void> {
  await migrateJobs(pool);
  // the process of the jobs may be the first that needs the table
  await migrate(pool, 'messages', migrations);
  await patiently(pool, () => plan(pool, new Date(now())));
}

/** Deletes messages older than 30 days. One that a job may still deliver stays until it has expired. */
export function forgetTask({ pool, now }: ForgetOptions): Task {
  const db: Db = kyselyOf(pool);
  return {
    name: FORGET_TASK,
    async run() {
      await db
        .deleteFrom('messages.message')
        .where('created_at', '<', new Date(now() - KEPT_MS))
        .where('expires_at', '<', new Date(now()))
        .execute();
      await plan(pool, new Date(now() + DAY_MS));
    },
  };
}
