export {
  defineReviewKind,
  type ReviewDecision,
  type Reviewer,
  type ReviewFile,
  type ReviewItem,
  type ReviewKind,
  type ReviewKindName,
  type ReviewPicture,
  type ReviewQuestion,
  type ReviewSignature,
  type ReviewVerdict,
} from './kind.ts';
export { holdUsers, type NewReview, openReviews, type Reviews } from './reviews.ts';
export { roundOf, versionOf } from './rounds.ts';
export type { ReviewState } from './schema.ts';
