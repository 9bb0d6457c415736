/** The commands that change published terms: an operator's change to one of them is announced before it applies. */
export const TERMS_CHANGES = [
  'setFeeTiers',
  'setSymbolLimits',
  'setPerpetualLimits',
  'setPerpetualTiers',
  'setMarginAsset',
  'setMarginTerms',
  'setReferralTerms',
  'setMiningTerms',
] as const;
export type TermsChangeType = (typeof TERMS_CHANGES)[number];
