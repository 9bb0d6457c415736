export const tierErrors = {
  TIERS_INVALID: { code: 3301 },
  TIERS_NOTICE: { code: 3302 },
} as const;
