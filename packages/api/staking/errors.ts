export const stakingErrors = {
  STAKING_OFFER_UNKNOWN: { code: 6001 },
  STAKING_OFFER_CLOSED: { code: 6002 },
  STAKING_TERMS_CHANGED: { code: 6003 },
  STAKING_AMOUNT: { code: 6004 },
  STAKING_SOLD_OUT: { code: 6005 },
  STAKING_USER_LIMIT: { code: 6006 },
  STAKING_POOL_EMPTY: { code: 6007 },
  STAKING_UNKNOWN: { code: 6008 },
  STAKING_ORDER_ENDED: { code: 6009 },
  STAKING_RENEWAL_OVER: { code: 6010 },
} as const;
