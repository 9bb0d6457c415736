export const termsErrors = {
  TERMS_OUTDATED: { code: 3311 },
  TERMS_INCOMPLETE: { code: 3312 },
  TERMS_UNPUBLISHED: { code: 3313 },
} as const;
