import { sql } from 'kysely';
import { idOf, kyselyOf, migrate } from '../../base/database/index.ts';
import { startRounds } from '../../base/work/rounds.ts';
import { holdUsers, openReviews, versionOf } from '../../gateway/review/index.ts';
import type { HousePart } from '../../gateway/subject.ts';
import { depositMigrations } from '../deposits/index.ts';
import { rechargeReviewName, usdtValueOf } from './review-name.ts';

const ROUND_MS = 15_000;

interface PutBack {
  readonly recharge_no: bigint;
  readonly user_id: bigint;
  readonly review_round: number;
  readonly coin: string;
  readonly amount: bigint;
}

/**
 * Puts a recharge back into the queue whose credit the ledger refused, such as when the house's account was emptied
 * between the approval and the credit: it is reviewed again, under another promise.
 */
export async function reviewRefusedAgain(
  { pool, now }: Pick<Parameters<HousePart>[0], 'pool' | 'now'>,
  reviews: Awaited<ReturnType<typeof openReviews>>,
): Promise<void> {
  const db = kyselyOf(pool);
  await db.transaction().execute(async (trx) => {
    const isRefused = sql`r.state = 'approved' and r.ended_at > ${new Date(now() - 7 * 86_400_000)}
      and exists (select from outbox.command o
        where o.key = 'recharge:' || r.recharge_no || ':' || r.review_round and o.rejection is not null)`;
    const { rows: refused } = await sql<Pick<PutBack, 'recharge_no' | 'user_id'>>`
      select r.recharge_no, r.user_id from deposits.recharge r where ${isRefused}`.execute(trx);
    if (refused.length === 0) return;
    await holdUsers(
      trx,
      refused.map(({ user_id }) => user_id),
    );
    const { rows } = await sql<PutBack>`
      update deposits.recharge r
      set state = 'review', ended_at = null, review_round = review_round + 1,
        first_approver = null, first_name = null
      where r.recharge_no in (${sql.join(refused.map(({ recharge_no }) => recharge_no))}) and ${isRefused}
      returning recharge_no, user_id, review_round, coin, amount`.execute(trx);
    for (const { recharge_no, user_id, review_round, coin, amount } of rows)
      await reviews.enter(trx, rechargeReviewName, {
        subject: String(recharge_no),
        version: versionOf(review_round, true),
        userId: idOf(user_id),
        valueUsdt: usdtValueOf(coin, BigInt(amount)),
      });
  });
}

export const rechargesHouse: HousePart = async ({ pool, now, log }) => {
  // A first start makes the tables in whichever process comes first.
  await migrate(pool, 'deposits', depositMigrations);
  const reviews = await openReviews(pool, now);
  return startRounds({
    everyMs: ROUND_MS,
    round: () => reviewRefusedAgain({ pool, now }, reviews),
    log,
    failed: 'refused recharges were not looked for',
  });
};
