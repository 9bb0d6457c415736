export { type Kyc, type PersonListener, verifiedCountry } from './kyc.ts';
export { likenessOf, type NameLikeness } from './likeness.ts';
export { type KycReviewNeeds, kycReview } from './review.ts';
