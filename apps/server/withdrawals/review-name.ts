import { PAYOUT_STEP_HOURS, WITHDRAWAL_REVIEW_HOURS } from '@candor/api';
import type { ReviewKindName } from '../review/index.ts';

/** The kind under which withdrawals stand in the operators' queue. */
export const withdrawalReviewName: ReviewKindName = {
  kind: 'withdrawal',
  deadlineMs: WITHDRAWAL_REVIEW_HOURS * 3_600_000,
};

/** The kind under which payouts to bank cards stand there. */
export const payoutReviewName: ReviewKindName = {
  kind: 'payout',
  deadlineMs: PAYOUT_STEP_HOURS * 3_600_000,
};

/** The versions of a payout's items: an approval above the limit, and the payment. */
export const PAYOUT_APPROVAL = 1;
export const PAYOUT_PAYMENT = 2;

/** The subject of a withdrawal's items. */
export const subjectOf = (withdrawalNo: number): string => String(withdrawalNo);

/** Each round of a review has two items: one for the first approval, and one for the second. */
export const versionOf = (round: number, isFirst: boolean): number => 2 * round - (isFirst ? 1 : 0);

/** The round of an item, and if it is the one for the first approval. */
export const roundOf = (version: number): { readonly round: number; readonly isFirst: boolean } => ({
  round: Math.ceil(version / 2),
  isFirst: version % 2 === 1,
});
