// No schemas: browsers load this module.

/** Payment methods of OTC: the bound bank card, and the payment methods of an account. */
export const OTC_METHODS = ['card', 'bank', 'alipay', 'wechat', 'paypal', 'wise'] as const;
export type OtcMethod = (typeof OTC_METHODS)[number];

/** Reasons of an appeal, as its sender names them: `escrow.appeal.<code>`. */
export const OTC_APPEAL_REASONS = [
  'not-paid',
  'not-released',
  'wrong-amount',
  'other-name',
  'no-answer',
  'fraud',
  'other',
] as const;
export type OtcAppealReason = (typeof OTC_APPEAL_REASONS)[number];

/** Reasons of a decision, as both sides read them: `escrow.decision.<code>`. */
export const OTC_DECISION_REASONS = [
  'payment-proven',
  'payment-missing',
  'payment-short',
  'other-name',
  'no-answer',
  'both-agree',
] as const;
export type OtcDecisionReason = (typeof OTC_DECISION_REASONS)[number];

/** Characters of a statement, images beside it, and characters of a merchant's own words. */
export const OTC_STATEMENT_LENGTH = 2_000;
export const OTC_STATEMENT_IMAGES = 6;
export const OTC_WORDS_LENGTH = 1_000;
/** Methods of one offer. */
export const OTC_OFFER_METHODS = 5;
/** Characters of a merchant's nickname. */
export const OTC_NICKNAME_LENGTH = 24;

/** Reasons for which an application of a merchant is refused: `review.reason.merchant.<code>`. */
export const merchantRejections = ['nickname', 'experience', 'deposit', 'identity', 'conduct'] as const;
export type MerchantRejection = (typeof merchantRejections)[number];
