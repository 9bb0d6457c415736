import { RECOVERY_DAYS } from '@candor/api';
import type { ReviewKindName } from '../../gateway/review/index.ts';

/** The kind under which requests stand in the operators' queue: decided by the end of the waiting time. */
export const recoveryReviewName: ReviewKindName = {
  kind: 'recovery',
  deadlineMs: RECOVERY_DAYS * 86_400_000,
};

/** The version of the item for the first approval, and of the one for the second. */
export const FIRST = 1;
export const SECOND = 2;
