import { LOAN_REVIEW_HOURS } from '@candor/api';
import type { ReviewKindName } from '../../gateway/review/index.ts';

/** The kind under which applications stand in the operators' queue. */
export const loanReviewName: ReviewKindName = { kind: 'loan', deadlineMs: LOAN_REVIEW_HOURS * 3_600_000 };

/** The promise by which an application is paid out: one for each round, of which one alone is ever kept. */
export const payoutKey = (applicationId: number, round: number) => `loan:${applicationId}:${round}`;
