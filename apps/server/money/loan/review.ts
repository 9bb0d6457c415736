import { loanRejections } from '@candor/api';
import { type Db, idOf } from '../../base/database/index.ts';
import type { Files } from '../../gateway/files/index.ts';
import { defineReviewKind, type ReviewItem, type ReviewKind, roundOf } from '../../gateway/review/index.ts';
import { touchOf } from '../../operators/touches/index.ts';
import { factsOf, type LoanFactsNeeds, payoutBefore } from './review-facts.ts';
import { applicationOf } from './review-item.ts';
import { loanReviewName } from './review-name.ts';
import { approve, type LoanVerdictNeeds, reject } from './review-verdicts.ts';

export interface LoanReviewDeps extends LoanFactsNeeds, LoanVerdictNeeds {
  readonly db: Db;
  readonly files: Pick<Files, 'read'>;
}

const PHOTOS = ['front', 'back', 'handheld'] as const;

/**
 * Applications for power loans in the operators' queue, with the three photos. Every look is an entry that the borrower
 * reads. Above the limit, two operators approve one after the other. An approval that the ledger would refuse is refused
 * with its reason, and the application waits on.
 */
export function loanReview(deps: LoanReviewDeps): ReviewKind {
  const { db, files, touches } = deps;

  const approvalsOf = (item: ReviewItem) =>
    db
      .selectFrom('loan.verdict')
      .select(['operator_id', 'operator'])
      .where('application_id', '=', BigInt(item.subject))
      .where('review_round', '=', roundOf(item.version).round)
      .execute();

  return defineReviewKind({
    ...loanReviewName,
    roles: ['review', 'risk'],
    reasons: { approve: ['matches'], reject: loanRejections },
    async read(item, reviewer) {
      const row = await applicationOf(db, item);
      const [facts, approvals, before] = [
        await factsOf(deps, row),
        await approvalsOf(item),
        await payoutBefore(db, row),
      ];
      await touches.noteView(touchOf(item, reviewer, 'loanViewed'));
      return {
        facts: [
          ...facts,
          ...before,
          ...approvals.map(({ operator }) => ({ name: 'approvedBy', value: operator })),
        ],
        images: PHOTOS,
        isFirst: roundOf(item.version).isFirst && row.eyes > 1,
      };
    },
    async picture(item, name, reviewer) {
      const photo = PHOTOS.find((each) => each === name);
      if (photo === undefined) return null;
      const row = await applicationOf(db, item);
      await touches.noteView(touchOf(item, reviewer, 'loanPhotoViewed'));
      const bytes = await files.read(row[photo]);
      return bytes === null ? null : { type: 'image/jpeg', bytes };
    },
    approvers: async (item) => (await approvalsOf(item)).map(({ operator_id }) => idOf(operator_id)),
    onDecided: (trx, item, decision) =>
      (decision.verdict === 'approve' ? approve : reject)(deps, trx, item, decision),
  });
}
