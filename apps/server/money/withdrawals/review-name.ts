import { PAYOUT_STEP_HOURS, WITHDRAWAL_REVIEW_HOURS } from '@candor/api';
import type { ReviewKindName } from '../../gateway/review/index.ts';

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
