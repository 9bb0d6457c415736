export const defiErrors = {
  /** The transaction approves, permits or delegates something: we never ask for it. */
  APPROVALS_NEVER_ASKED: { code: 2022 },
  MINING_CLOSED: { code: 6401 },
  /** The chain cannot be asked now. */
  MINING_CHAIN_AWAY: { code: 6402 },
  /** No contract of the published code stands at the named address. */
  MINING_REGISTRY_CLOSED: { code: 6403 },
  MINING_TERMS_CHANGED: { code: 6404 },
  MINING_NOT_JOINED: { code: 6405 },
  MINING_ALREADY_JOINED: { code: 6406 },
  MINING_AMOUNT: { code: 6407 },
  MINING_REWARDS_SHORT: { code: 6408 },
  MINING_RECORD_UNKNOWN: { code: 6409 },
  WALLET_NOT_LINKED: { code: 6420 },
  WALLET_ALREADY_LINKED: { code: 6421 },
  /** Another account linked it, or it joined for another account. */
  WALLET_ADDRESS_TAKEN: { code: 6422 },
  WALLET_MESSAGE_UNKNOWN: { code: 6423 },
  WALLET_MESSAGE_EXPIRED: { code: 6424 },
  WALLET_MESSAGE_USED: { code: 6425 },
  /** The spec's words: "Authorization failed". */
  WALLET_AUTHORIZATION_FAILED: { code: 6426 },
  WALLET_BOUND: { code: 6427 },
  WALLET_ADDRESS_OTHER: { code: 6428 },
  /** The wallet's code was delegated (EIP-7702): nothing is paid to it, and it cannot join. */
  WALLET_DELEGATED: { code: 6429 },
  JOIN_NOT_FOUND: { code: 6440 },
  JOIN_HASH_USED: { code: 6441 },
  JOIN_ADDRESS_USED: { code: 6442 },
  JOIN_CONTRACT_WALLET: { code: 6443 },
  JOIN_WRONG_CHAIN: { code: 6444 },
  JOIN_WRONG_SENDER: { code: 6445 },
  JOIN_WRONG_CONTRACT: { code: 6446 },
  JOIN_SENDS_VALUE: { code: 6447 },
  JOIN_OTHER_CALL: { code: 6448 },
  JOIN_DELEGATES: { code: 6449 },
  JOIN_UNKNOWN_KIND: { code: 6450 },
  JOIN_FAILED: { code: 6451 },
  JOIN_NO_EVENT: { code: 6452 },
  JOIN_TAKEN_BACK: { code: 6453 },
  JOIN_PENDING: { code: 6454 },
} as const;
