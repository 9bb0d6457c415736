export const depositErrors = {
  DEPOSIT_NETWORK_UNKNOWN: { code: 3400 },
  DEPOSIT_ADDRESS_NOT_READY: { code: 3401 },
  PRACTICE_COINS_TOO_MANY: { code: 3402 },
  PRACTICE_COINS_USED_UP: { code: 3403 },
  CHAIN_ADDRESS_INVALID: { code: 3404 },
  COIN_DELISTED: { code: 3405 },
} as const;
