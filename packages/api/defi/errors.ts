export const defiErrors = {
  /** The transaction approves, permits or delegates something: we never ask for it. */
  APPROVALS_NEVER_ASKED: { code: 2022 },
  MINING_CLOSED: { code: 6401 },
  /** The chain cannot be asked now. */
  MINING_CHAIN_AWAY: { code: 6402 },
  /** No contract of the published code stands at its address. */
  MINING_REGISTRY_CLOSED: { code: 6403 },
  MINING_TERMS_CHANGED: { code: 6404 },
  MINING_NOT_JOINED: { code: 6405 },
  MINING_JOINED: { code: 6406 },
  MINING_ADDRESS_TAKEN: { code: 6407 },
  MINING_AMOUNT: { code: 6408 },
  MINING_NOT_LOCKED: { code: 6409 },
  MINING_POOL_EMPTY: { code: 6410 },
  MINING_NOTHING_EARNED: { code: 6411 },
  MINING_REWARDS: { code: 6412 },
  MINING_ADDRESS: { code: 6413 },
  /** The first gears were set: others are announced. */
  MINING_OPENED: { code: 6414 },
  /** The wallet that takes the joined one's place has to wait still. */
  MINING_WALLET_WAITS: { code: 6415 },
  WALLET_NOT_LINKED: { code: 6420 },
  WALLET_ALREADY_LINKED: { code: 6421 },
  /** It is none that was issued, or was used, replaced or kept too long. */
  WALLET_MESSAGE_UNKNOWN: { code: 6423 },
  /** The spec's words: "Authorization failed". */
  WALLET_AUTHORIZATION_FAILED: { code: 6426 },
  WALLET_BOUND: { code: 6427 },
  /** The wallet's code was delegated (EIP-7702): nothing is paid to it, and it cannot join. */
  WALLET_DELEGATED: { code: 6429 },
  JOIN_NOT_FOUND: { code: 6440 },
  JOIN_HASH_USED: { code: 6441 },
  JOIN_CONTRACT_WALLET: { code: 6443 },
  JOIN_WRONG_CHAIN: { code: 6444 },
  JOIN_WRONG_SENDER: { code: 6445 },
  JOIN_WRONG_CONTRACT: { code: 6446 },
  JOIN_SENDS_VALUE: { code: 6447 },
  JOIN_OTHER_CALL: { code: 6448 },
  JOIN_FAILED: { code: 6451 },
  JOIN_TAKEN_BACK: { code: 6453 },
  JOIN_PENDING: { code: 6454 },
} as const;
