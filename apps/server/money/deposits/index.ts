export {
  type AddressPool,
  addressOf,
  createAddressPool,
  type DepositAddresses,
  type DerivedAddress,
} from './addresses.ts';
export { RECHARGE_TRANSITIONS } from './asserts.ts';
export { banksOf, FOUR_EYES_ABOVE } from './banks.ts';
export { type CreditDeps, creditKey, type LedgerAsset } from './credit.ts';
export { checkTokens, delist, delistedCoins } from './delisted.ts';
export { broadcastFaucetPayments, sendFaucetPayments } from './faucet-sender.ts';
export { type FollowChainOptions, followChain } from './follow-chain.ts';
export { followedKeys, noteFollowed } from './follower.ts';
export { FOUND_AT, foundCoins } from './found.ts';
export { depositOutputs } from './held-outputs.ts';
export { assignedAddresses, depositsInFlight, noteHouseTransaction } from './in-flight.ts';
export { depositsLook } from './metrics.ts';
export { migrations as depositMigrations } from './migrations.ts';
export { listNodes, noteNodes } from './nodes.ts';
export { createPoolReader, type PoolReader } from './pooled.ts';
export type { Deposits } from './reads.ts';
export { findTakenBack, listTakenBack, markReversed, type TakenBack } from './reversals.ts';
export { createScanner, type Scanned, type Scanner } from './scanner.ts';
export type { DepositState } from './schema.ts';
export { boundedEvents } from './token-events.ts';
