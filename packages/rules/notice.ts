const HOUR_MS = 3_600_000;

/**
 * Minimum notice of a change of published terms before it applies, in ms, by the command that makes it. Limits of new
 * orders: an hour. Fees, shares of them and rates of mining: a day. What can liquidate an open position or loan: three days.
 */
export const TERMS_NOTICE_MS = {
  setFeeTiers: 24 * HOUR_MS,
  setSymbolLimits: HOUR_MS,
  setPerpetualLimits: HOUR_MS,
  setPerpetualTiers: 72 * HOUR_MS,
  setMarginAsset: 72 * HOUR_MS,
  setMarginTerms: 72 * HOUR_MS,
  setReferralTerms: 24 * HOUR_MS,
  setMiningTerms: 24 * HOUR_MS,
} as const;
