import { sql } from 'kysely';
import { idOf, kyselyOf, migrate } from '../../base/database/index.ts';
import { startRounds } from '../../base/work/rounds.ts';
import { openReviews, versionOf } from '../../gateway/review/index.ts';
import type { HousePart } from '../../gateway/subject.ts';
import { remindBorrowers } from './reminders.ts';
import { loanReviewName } from './review-name.ts';
import { migrations } from './schema.ts';

const ROUND_MS = 15_000;
const REMINDERS_MS = 10 * 60_000;
const DAYS_MS = 7 * 86_400_000;

interface PutBack {
  readonly application_id: bigint;
  readonly user_id: bigint;
  readonly review_round: number;
}

/**
 * Puts an application back into the queue whose payout the ledger refused, such as when the pool was emptied between the
 * approval and the payout: it is reviewed again, under another promise.
 */
export async function reviewRefusedAgain(
  { pool, now }: Pick<Parameters<HousePart>[0], 'pool' | 'now'>,
  reviews: Awaited<ReturnType<typeof openReviews>>,
): Promise<void> {
  await kyselyOf(pool)
    .transaction()
    .execute(async (trx) => {
      const { rows } = await sql<PutBack>`
        update loan.application a
        set state = 'pending', decided_at = null, review_round = review_round + 1
        where state = 'approved' and decided_at > ${new Date(now() - DAYS_MS)}
          and exists (select from outbox.command o
            where o.key = 'loan:' || a.application_id || ':' || a.review_round and o.rejection is not null)
          and not exists (select from loan.application b where b.user_id = a.user_id and b.state = 'pending')
        returning application_id, user_id, review_round`.execute(trx);
      for (const { application_id, user_id, review_round } of rows)
        await reviews.enter(trx, loanReviewName, {
          subject: String(application_id),
          version: versionOf(review_round, true),
          userId: idOf(user_id),
        });
    });
}

export const loanHouse: HousePart = async (house) => {
  const { pool, now, log } = house;
  // A first start makes the tables in whichever process comes first.
  await migrate(pool, 'loan', migrations);
  const reviews = await openReviews(pool, now);
  const stopReviews = startRounds({
    everyMs: ROUND_MS,
    round: () => reviewRefusedAgain({ pool, now }, reviews),
    log,
    failed: 'refused payouts of loans were not looked for',
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
