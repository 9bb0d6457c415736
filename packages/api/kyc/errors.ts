export const kycErrors = {
  KYC_APPROVED: { code: 1260 },
  KYC_PRIMARY_FIRST: { code: 1261 },
  KYC_LIMITED: { code: 1262 },
} as const;
