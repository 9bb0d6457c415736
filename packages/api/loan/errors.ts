/** Errors of power loans, of their offers and of the pool that pays them out. */
export const loanErrors = {
  LOAN_OFFER_UNKNOWN: { code: 6101 },
  LOAN_OFFER_CLOSED: { code: 6102 },
  LOAN_AMOUNT: { code: 6103 },
  LOAN_TERMS: { code: 6104 },
  LOAN_LIMIT: { code: 6105 },
  LOAN_POOL_SHORT: { code: 6106 },
  LOAN_TOO_MANY: { code: 6107 },
  LOAN_ENDED: { code: 6108 },
  LOAN_TERMS_CHANGED: { code: 6109 },
  LOAN_PENDING: { code: 6110 },
  LOAN_UNKNOWN: { code: 6111 },
  LOAN_DECIDED: { code: 6112 },
  LOAN_NOTHING_DUE: { code: 6113 },
  LOAN_TOTAL_ABOVE: { code: 6114 },
} as const;
