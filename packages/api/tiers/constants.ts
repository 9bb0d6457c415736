// No schemas: browsers load this module.

/** Account tiers, the lowest first. */
export const ACCOUNT_TIERS = ['standard', 'advanced', 'professional', 'partner'] as const;
export type AccountTierName = (typeof ACCOUNT_TIERS)[number];

/** A table that asks more of anybody, or gives less, is published so many days before it takes effect. */
export const TIERS_NOTICE_DAYS = 7;
