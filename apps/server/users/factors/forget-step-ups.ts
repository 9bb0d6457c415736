import type { Pool } from 'pg';
import { kyselyOf, migrate, patiently } from '../../base/database/index.ts';
import { addJob, type Task } from '../../base/jobs/index.ts';
import { migrations } from './schema.ts';

const FORGET_TASK = 'forgetStepUps';
const DAY_MS = 86_400_000;

const plan = (pool: Pool, runAt: Date) =>
  kyselyOf(pool)
    .transaction()
    // the key keeps one job waiting, however often the process starts
    .execute((trx) => addJob(trx, { task: FORGET_TASK, row: 'old', key: FORGET_TASK, runAt }));

/** Makes sure that challenges which have ended are deleted: now, and by the task itself each day from then on. */
export async function planForgettingStepUps(pool: Pool, now: () => number): Promise<void> {
  await migrate(pool, 'factors', migrations);
  await patiently(pool, () => plan(pool, new Date(now())));
}

/** Deletes challenges that have ended, with the answers of their acts, also those of users who never come back. */
export function forgetStepUpsTask({ pool, now }: { readonly pool: Pool; readonly now: () => number }): Task {
  const db = kyselyOf(pool);
  return {
    name: FORGET_TASK,
    async run() {
      await db.deleteFrom('factors.step_up').where('expires_at', '<', new Date(now())).execute();
      await plan(pool, new Date(now() + DAY_MS));
    },
  };
}
