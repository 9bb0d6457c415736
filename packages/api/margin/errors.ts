/** Errors of margin accounts and of the pool that lends to them. */
export const marginErrors = {
  MARGIN_NOT_OFFERED: { code: 3020 },
  MARGIN_NOT_BORROWABLE: { code: 3021 },
  MARGIN_RISK_TOO_HIGH: { code: 3022 },
  MARGIN_BORROW_LIMIT: { code: 3023 },
  LOAN_POOL_EMPTY: { code: 3024 },
  MARGIN_NO_DEBT: { code: 3025 },
  MARGIN_LEVERAGE_INVALID: { code: 3026 },
  MARGIN_PRICE_TOO_FAR: { code: 3027 },
  MARGIN_NO_COLLATERAL: { code: 3028 },
} as const;
