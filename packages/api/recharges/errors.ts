export const rechargeErrors = {
  RECHARGE_BANK_UNKNOWN: { code: 3410 },
  RECHARGE_TOO_SMALL: { code: 3411 },
  RECHARGE_TOO_LARGE: { code: 3412 },
  RECHARGES_WAITING: { code: 3413 },
  RECHARGE_SCREENSHOT_MISSING: { code: 3414 },
} as const;
