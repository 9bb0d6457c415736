import { sql } from 'kysely';
import { idOf, kyselyOf, migrate } from '../../base/database/index.ts';
import { startRounds } from '../../base/work/rounds.ts';
import { holdUsers, openReviews, versionOf } from '../../gateway/review/index.ts';
import type { HousePart } from '../../gateway/subject.ts';
import { againSince, dueAt, valueUsdtOf } from './applications.ts';
import { remindBorrowers } from './reminders.ts';
import { loanReviewName } from './review-name.ts';
import { migrations } from './schema.ts';
import { tellDecision } from './tell-decision.ts';

const ROUND_MS = 15_000;
const REMINDERS_MS = 10 * 60_000;

interface PutBack {
  readonly application_id: bigint;
  readonly user_id: bigint;
  readonly asset_id: number;
  readonly amount: bigint;
  readonly review_round: number;
}

/**
 * Puts an application back into the queue whose payout the ledger refused, such as when the pool was emptied between the
 * approval and the payout: it is reviewed again, under another promise and within another deadline, and its borrower is told.
 */
export async function reviewRefusedAgain(
  { pool, catalogues, now }: Pick<Parameters<HousePart>[0], 'pool' | 'catalogues' | 'now'>,
  reviews: Awaited<ReturnType<typeof openReviews>>,
): Promise<void> {
  const due = dueAt(now());
  await kyselyOf(pool)
    .transaction()
    .execute(async (trx) => {
      const isRefused = sql`a.state = 'approved' and a.decided_at > ${againSince(now())}
        and exists (select from outbox.command o
          where o.key = 'loan:' || a.application_id || ':' || a.review_round and o.rejection is not null)
        and not exists (select from loan.application b where b.user_id = a.user_id and b.state = 'pending')`;
      const { rows: refused } = await sql<Pick<PutBack, 'application_id' | 'user_id'>>`
        select a.application_id, a.user_id from loan.application a where ${isRefused}`.execute(trx);
      if (refused.length === 0) return;
      await holdUsers(
        trx,
        refused.map(({ user_id }) => user_id),
      );
      const { rows } = await sql<PutBack>`
        update loan.application a
        set state = 'pending', decided_at = null, due_at = ${due}, review_round = review_round + 1
        where a.application_id in (${sql.join(refused.map(({ application_id }) => application_id))}) and ${isRefused}
        returning application_id, user_id, asset_id, amount, review_round`.execute(trx);
      for (const row of rows) {
        await reviews.enter(trx, loanReviewName, {
          subject: String(row.application_id),
          version: versionOf(row.review_round, true),
          userId: idOf(row.user_id),
          deadlineAtMs: due.getTime(),
          valueUsdt: valueUsdtOf(catalogues.current(), row),
        });
        await tellDecision(catalogues, trx, row, { timeMs: now(), decision: 'again', reason: null });
      }
    });
}

export const loanHouse: HousePart = async (house) => {
  const { pool, catalogues, now, log } = house;
  // A first start makes the tables in whichever process comes first.
  await migrate(pool, 'loan', migrations);
  const reviews = await openReviews(pool, now);
  const stopReviews = startRounds({
    everyMs: ROUND_MS,
    round: () => reviewRefusedAgain({ pool, catalogues, now }, reviews),
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
