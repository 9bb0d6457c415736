import { sql } from 'kysely';
import { kyselyOf, migrate } from '../../base/database/index.ts';
import { startRounds } from '../../base/work/rounds.ts';
import { openPromises } from '../../engine/outbox/index.ts';
import { holdUsers, openReviews } from '../../gateway/review/index.ts';
import type { HousePart } from '../../gateway/subject.ts';
import { againSince } from './applications.ts';
import { putBack } from './put-back.ts';
import { remindBorrowers } from './reminders.ts';
import { migrations } from './schema.ts';
import { reviewUnsentAgain } from './unsent.ts';

const ROUND_MS = 15_000;
const REMINDERS_MS = 10 * 60_000;

/**
 * Puts an application back into the queue whose payout the ledger refused, such as when the pool was emptied between the
 * approval and the payout: it is reviewed again, under another promise and within another deadline, and its borrower is told.
 */
export async function reviewRefusedAgain(
  { pool, catalogues, now }: Pick<Parameters<HousePart>[0], 'pool' | 'catalogues' | 'now'>,
  reviews: Awaited<ReturnType<typeof openReviews>>,
): Promise<void> {
  await kyselyOf(pool)
    .transaction()
    .execute(async (trx) => {
      const isRefused = sql`a.state = 'approved' and a.decided_at > ${againSince(now())}
        and exists (select from outbox.command o
          where o.key = 'loan:' || a.application_id || ':' || a.review_round and o.rejection is not null)
        and not exists (select from loan.application b where b.user_id = a.user_id and b.state = 'pending')`;
      const { rows: refused } = await sql<{ application_id: bigint; user_id: bigint }>`
        select a.application_id, a.user_id from loan.application a where ${isRefused}`.execute(trx);
      if (refused.length === 0) return;
      await holdUsers(
        trx,
        refused.map(({ user_id }) => user_id),
      );
      const ids = sql.join(refused.map(({ application_id }) => application_id));
      const which = sql`a.application_id in (${ids}) and ${isRefused}`;
      await putBack({ catalogues, reviews, now }, trx, which);
    });
}

export const loanHouse: HousePart = async (house) => {
  const { pool, catalogues, now, log } = house;
  // A first start makes the tables in whichever process comes first.
  await migrate(pool, 'loan', migrations);
  const [reviews, promises] = [await openReviews(pool, now), await openPromises(pool)];
  const stopReviews = startRounds({
    everyMs: ROUND_MS,
    round: async () => {
      await reviewRefusedAgain({ pool, catalogues, now }, reviews);
      await reviewUnsentAgain({ ...house, promises }, reviews);
    },
    log,
    failed: 'refused and unsent payouts of loans were not looked for',
  });
  const stopReminders = startRounds({
    everyMs: REMINDERS_MS,
    round: () => remindBorrowers(house),
    log,
    failed: 'borrowers were not told of what falls due',
  });
  return async () => {
    await Promise.all([stopReviews(), stopReminders()]);
  };
};
