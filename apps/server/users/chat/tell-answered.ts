import { sql } from 'kysely';
import type { Pool } from 'pg';
import { kyselyOf, type Trx } from '../../base/database/index.ts';
import { addJob, type Task } from '../../base/jobs/index.ts';
import { noteNotice } from '../../gateway/notices/index.ts';

const TELL_TASK = 'tellSupportAnswered';
/** A user who has not read an answer by then has left. */
const PATIENCE_MS = 60_000;

/** Plans to notify the users of a conversation of an answer that they don't read, within the answer's transaction. */
export const planTelling = (trx: Trx, chatId: bigint, nowMs: number): Promise<void> =>
  addJob(trx, {
    task: TELL_TASK,
    row: String(chatId),
    key: `${TELL_TASK} ${chatId}`,
    runAt: new Date(nowMs + PATIENCE_MS),
    keepsTime: true,
  });

/**
 * The task that notifies users of answers that they have not read: once for all that came since they read last, however
 * much that is.
 */
export function tellAnsweredTask({ pool }: { readonly pool: Pool }): Task {
  const db = kyselyOf(pool);
  return {
    name: TELL_TASK,
    run: (row) =>
      db.transaction().execute(async (trx) => {
        const { rows } = await sql<{ user_id: bigint; read_number: number }>`
          select p.user_id, p.read_number from chat.party p join chat.conversation c using (chat_id)
          where p.chat_id = ${row}::bigint and c.kind = 'support' and exists (
            select 1 from chat.message m
            where m.chat_id = p.chat_id and m.number > p.read_number and m.author = 'operator')`.execute(trx);
        for (const { user_id, read_number } of rows)
          await noteNotice(trx, {
            userId: Number(user_id),
            // a notice of the same key says nothing new: one for each time away
            key: `support:${row}:${read_number}`,
            kind: 'support-answered',
            timeMs: null,
            facts: { number: Number(row) },
          });
      }),
  };
}
