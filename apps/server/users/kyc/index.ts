export { type CheckedListener, type Kyc, verifiedCountry } from './kyc.ts';
export { documentKey as lookalikeKey, likenessOf, type NameLikeness } from './likeness.ts';
export { type KycReviewNeeds, kycReview } from './review.ts';
export type { PersonListener } from './submitting.ts';
