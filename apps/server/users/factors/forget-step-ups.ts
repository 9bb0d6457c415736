import type { Pool } from 'pg';
import { kyselyOf, migrate } from '../../base/database/index.ts';
import { dailyTask, planDaily, type Task } from '../../base/jobs/index.ts';
import { migrations } from './schema.ts';

const FORGET_TASK = 'forgetStepUps';

/** Makes sure that challenges which have ended are deleted: now, and by the task itself each day from then on. */
export async function planForgettingStepUps(pool: Pool, now: () => number): Promise<void> {
  await migrate(pool, 'factors', migrations);
  await planDaily(pool, FORGET_TASK, now);
}

/** Deletes challenges that have ended, with the answers of their acts, also those of users who never come back. */
export function forgetStepUpsTask({ pool, now }: { readonly pool: Pool; readonly now: () => number }): Task {
  const db = kyselyOf(pool);
  return dailyTask({
    name: FORGET_TASK,
    pool,
    now,
    run: () => db.deleteFrom('factors.step_up').where('expires_at', '<', new Date(now())).execute(),
  });
}
