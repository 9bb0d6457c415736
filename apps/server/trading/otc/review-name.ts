import type { ReviewKindName } from '../../gateway/review/index.ts';

/** An application of a merchant is decided within this time. */
export const MERCHANT_REVIEW_MS = 72 * 3_600_000;

/** The kind under which applications of merchants stand in the operators' queue. */
export const merchantReviewName: ReviewKindName = { kind: 'merchant', deadlineMs: MERCHANT_REVIEW_MS };

/** The promise by which a user is made a merchant. */
export const admissionKey = (applicationId: number) => `otc-merchant:${applicationId}`;
