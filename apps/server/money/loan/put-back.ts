import { type RawBuilder, sql } from 'kysely';
import { idOf, type Trx } from '../../base/database/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { Reviews } from '../../gateway/review/index.ts';
import { versionOf } from '../../gateway/review/index.ts';
import { dueAt, valueUsdtOf } from './applications.ts';
import { loanReviewName } from './review-name.ts';
import { tellDecision } from './tell-decision.ts';

export interface PutBackDeps {
  readonly catalogues: CatalogueFollower;
  readonly reviews: Pick<Reviews, 'enter'>;
  readonly now: () => number;
}

interface PutBack {
  readonly application_id: bigint;
  readonly user_id: bigint;
  readonly asset_id: number;
  readonly amount: bigint;
  readonly review_round: number;
}

/**
 * Puts approved applications `a` back into the queue: each is reviewed again, under another promise and within another
 * deadline, and its borrower is told. The caller holds their users.
 */
export async function putBack(
  { catalogues, reviews, now }: PutBackDeps,
  trx: Trx,
  which: RawBuilder<unknown>,
): Promise<void> {
  const due = dueAt(now());
  const { rows } = await sql<PutBack>`
    update loan.application a
    set state = 'pending', decided_at = null, due_at = ${due}, review_round = review_round + 1
    where a.state = 'approved' and ${which}
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
}
