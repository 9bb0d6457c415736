export const featureErrors = {
  FEATURE_CLOSED: { code: 3321 },
  FEATURE_COUNTRY_UNKNOWN: { code: 3322 },
  COUNTRY_KNOWN: { code: 3323 },
  FEATURE_NEEDS_COUNTRY: { code: 3324 },
} as const;
