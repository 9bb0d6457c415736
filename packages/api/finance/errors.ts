export const financeErrors = {
  FINANCE_OFFER_UNKNOWN: { code: 6101 },
  FINANCE_OFFER_CLOSED: { code: 6102 },
  FINANCE_TERMS_CHANGED: { code: 6103 },
  FINANCE_AMOUNT: { code: 6104 },
  FINANCE_SOLD_OUT: { code: 6105 },
  FINANCE_USER_LIMIT: { code: 6106 },
  FINANCE_POOL_EMPTY: { code: 6107 },
  FINANCE_UNKNOWN: { code: 6108 },
  FINANCE_ORDER_ENDED: { code: 6109 },
  FINANCE_PARTICIPATIONS: { code: 6110 },
  FINANCE_MEMBERS_ONLY: { code: 6111 },
  FINANCE_LOCKED: { code: 6112 },
} as const;
