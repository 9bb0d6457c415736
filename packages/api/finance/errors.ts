export const financeErrors = {
  FINANCE_OFFER_UNKNOWN: { code: 6501 },
  FINANCE_OFFER_CLOSED: { code: 6502 },
  FINANCE_TERMS_CHANGED: { code: 6503 },
  FINANCE_AMOUNT: { code: 6504 },
  FINANCE_SOLD_OUT: { code: 6505 },
  FINANCE_USER_LIMIT: { code: 6506 },
  FINANCE_POOL_EMPTY: { code: 6507 },
  FINANCE_UNKNOWN: { code: 6508 },
  FINANCE_ORDER_ENDED: { code: 6509 },
  FINANCE_PARTICIPATIONS: { code: 6510 },
  FINANCE_MEMBERS_ONLY: { code: 6511 },
  FINANCE_LOCKED: { code: 6512 },
} as const;
