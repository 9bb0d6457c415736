export type { Kyc } from './kyc.ts';
export { type KycReviewNeeds, kycReview } from './review.ts';
