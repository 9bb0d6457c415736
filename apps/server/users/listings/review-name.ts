import { LISTING_REVIEW_DAYS } from '@candor/api';
import type { ReviewKindName } from '../../gateway/review/index.ts';

/** An application, or the answer to a question, is decided within this time. */
export const LISTING_REVIEW_MS = LISTING_REVIEW_DAYS * 86_400_000;

/** The kind under which applications for a listing stand in the operators' queue. */
export const listingReviewName: ReviewKindName = { kind: 'listing', deadlineMs: LISTING_REVIEW_MS };
