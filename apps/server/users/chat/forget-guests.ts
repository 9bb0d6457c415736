import { GUEST_CHAT_DAYS } from '@candor/api';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { kyselyOf, migrate } from '../../base/database/index.ts';
import { dailyTask, planDaily, type Task } from '../../base/jobs/index.ts';
import { migrations } from './schema.ts';

const FORGET_TASK = 'forgetGuestChats';
const DAY_MS = 86_400_000;

/** Makes sure that old conversations without an account are deleted: now, and by the task itself each day from then on. */
export async function planForgettingGuests(pool: Pool, now: () => number): Promise<void> {
  await migrate(pool, 'chat', migrations);
  await planDaily(pool, FORGET_TASK, now);
}

/**
 * Deletes conversations without an account, with all that belongs to them, as long after their last message as is published,
 * and lets go of pictures of staff whose conversation is gone.
 */
export function forgetGuestsTask({ pool, now }: { readonly pool: Pool; readonly now: () => number }): Task {
  const db = kyselyOf(pool);
  return dailyTask({
    name: FORGET_TASK,
    pool,
    now,
    async run() {
      const before = new Date(now() - GUEST_CHAT_DAYS * DAY_MS);
      await db
        .deleteFrom('chat.conversation')
        .where('guest_email', 'is not', null)
        .where('last_at', '<', before)
        .execute();
      await sql`
        update files.file set kept_at = null, holder = null where user_id is null and kept_at is not null and not exists (
          select from chat.message m where m.file_id = file.file_id and m.author = 'operator')`.execute(db);
    },
  });
}
