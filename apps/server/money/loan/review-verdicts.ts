import type { LoanRejection } from '@candor/api';
import type { PayOutLoan } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { creditLimit } from '@candor/rules';
import { idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { errorKeyOfRejection } from '../../engine/acts/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { Promises } from '../../engine/outbox/index.ts';
import { amountText } from '../../engine/values/index.ts';
import {
  type ReviewDecision,
  type ReviewItem,
  type Reviews,
  roundOf,
  versionOf,
} from '../../gateway/review/index.ts';
import { type Touches, touchOf } from '../../operators/touches/index.ts';
import { type StoredApplication, valueUsdtOf } from './applications.ts';
import type { Credit } from './credit.ts';
import { applicationOf } from './review-item.ts';
import { loanReviewName, payoutKey } from './review-name.ts';
import { tellDecision } from './tell-decision.ts';

export interface LoanVerdictNeeds {
  readonly core: CoreLink;
  readonly catalogues: CatalogueFollower;
  readonly credit: Credit;
  readonly promises: Pick<Promises, 'promise'>;
  readonly reviews: Pick<Reviews, 'enter'>;
  readonly touches: Touches;
}

/**
 * Approves an application: the first of two operators passes it on to the second, and the last one promises the payout.
 * @throws Refusal REVIEW_ENDED, or the reason for which the ledger would refuse the payout
 */
export async function approve(
  needs: LoanVerdictNeeds,
  trx: Trx,
  item: ReviewItem,
  decision: ReviewDecision,
): Promise<void> {
  const { core, catalogues, credit, promises, touches } = needs;
  const { round, isFirst } = roundOf(item.version);
  const shown = await applicationOf(trx, item);
  const standing = await credit.of(idOf(shown.user_id));
  const payout = payoutOf(standing, shown);
  const { type: _, ...asked } = payout;
  const refusal = await core.ask('loanRefusal', asked);
  if (refusal !== null) throw new Refusal(errorKeyOfRejection(refusal));
  const row = await trx
    .selectFrom('loan.application')
    .selectAll()
    .where('application_id', '=', shown.application_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (row.state !== 'pending' || row.review_round !== round) throw new Refusal('REVIEW_ENDED');
  await noteVerdict(trx, item, decision, { standing, catalogues, row });
  if (isFirst && row.eyes > 1) return passOn(needs, trx, item, { row, reviewer: decision.reviewer });
  await trx
    .updateTable('loan.application')
    .set({ state: 'approved', decided_at: new Date(decision.timeMs) })
    .where('application_id', '=', row.application_id)
    .execute();
  await promises.promise(trx, {
    key: payoutKey(idOf(row.application_id), round),
    userId: 0,
    body: payout,
  });
  await touches.note(trx, touchOf(item, decision.reviewer, 'loanApproved'));
  await tellDecision(catalogues, trx, row, { timeMs: decision.timeMs, decision: 'approved', reason: null });
}

/** Fails an application for a reason. @throws Refusal REVIEW_ENDED */
export async function reject(
  { catalogues, credit, touches }: LoanVerdictNeeds,
  trx: Trx,
  item: ReviewItem,
  decision: ReviewDecision,
): Promise<void> {
  const { timeMs } = decision;
  const reason = decision.reason as LoanRejection;
  const standing = await credit.of(item.userId);
  const row = await trx
    .updateTable('loan.application')
    .set({ state: 'failed', reason, decided_at: new Date(timeMs) })
    .where('application_id', '=', BigInt(item.subject))
    .where('review_round', '=', roundOf(item.version).round)
    .where('state', '=', 'pending')
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('REVIEW_ENDED');
  await noteVerdict(trx, item, decision, { standing, catalogues, row });
  await touches.note(trx, touchOf(item, decision.reviewer, 'loanFailed', `loan.${reason}`));
  await tellDecision(catalogues, trx, row, { timeMs, decision: 'failed', reason });
}

/** Puts an application that one operator approved before the second. */
async function passOn(
  { catalogues, reviews, touches }: LoanVerdictNeeds,
  trx: Trx,
  item: ReviewItem,
  { row, reviewer }: { readonly row: StoredApplication } & Pick<ReviewDecision, 'reviewer'>,
): Promise<void> {
  await reviews.enter(trx, loanReviewName, {
    subject: item.subject,
    version: versionOf(roundOf(item.version).round, false),
    userId: item.userId,
    deadlineAtMs: row.due_at.getTime(),
    valueUsdt: valueUsdtOf(catalogues.current(), row),
  });
  await touches.note(trx, touchOf(item, reviewer, 'loanFirstApproved'));
}

type Standing = Awaited<ReturnType<Credit['of']>>;

/** The command of a payout, by what the borrower's identity check and account say now. */
function payoutOf({ inputs }: Standing, row: StoredApplication): PayOutLoan {
  const { kyc: level, memberDays } = inputs;
  return {
    type: 'payOutLoan',
    accountUserId: idOf(row.user_id),
    offerId: row.offer_id,
    amount: row.amount as Amount,
    applicationId: idOf(row.application_id),
    kyc: level,
    memberDays,
    totalAtMost: row.total_at_most as Amount,
  };
}

/** The application and the credit score that a verdict was given on. */
interface VerdictBasis extends Pick<LoanVerdictNeeds, 'catalogues'> {
  readonly standing: Standing;
  readonly row: StoredApplication;
}

/** Keeps a verdict with all that the score followed from when it was given. */
function noteVerdict(
  trx: Trx,
  item: ReviewItem,
  { reviewer, reason, timeMs, verdict }: ReviewDecision,
  { standing: { score, points, inputs, owed }, catalogues, row }: VerdictBasis,
) {
  const catalogue = catalogues.current();
  const text = (units: bigint) => amountText(catalogue, row.asset_id, units as Amount);
  const limit = creditLimit(score, catalogue.assetById(row.asset_id).scale);
  return trx
    .insertInto('loan.verdict')
    .values({
      application_id: BigInt(item.subject),
      review_round: roundOf(item.version).round,
      operator_id: reviewer.operatorId,
      operator: reviewer.name,
      verdict,
      reason,
      credit: JSON.stringify({ score, points, inputs, limit: text(limit), owed: text(owed) }),
      at: new Date(timeMs),
    })
    .execute();
}
