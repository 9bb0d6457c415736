/** Words of recharges that a person reviews. No schemas: browsers load this module. */

/** `bank`: paid to an account of the house. `manual`: paid otherwise, such as over a network that is not listed. */
export const RECHARGE_METHODS = ['bank', 'manual'] as const;
export type RechargeMethod = (typeof RECHARGE_METHODS)[number];

/** Why a recharge fails; each has a text `review.reason.recharge.<reason>`, which its owner reads. */
export const RECHARGE_REJECTIONS = [
  'notReceived',
  'amountDiffers',
  'unclear',
  'otherPayment',
  'otherPayer',
  'credited',
] as const;
export type RechargeRejection = (typeof RECHARGE_REJECTIONS)[number];

/** A recharge is decided within so many hours. */
export const RECHARGE_REVIEW_HOURS = 24;
/** The most recharges of a user that may be under review at once. */
export const MOST_OPEN_RECHARGES = 3;
