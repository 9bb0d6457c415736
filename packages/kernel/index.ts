export { ByteReader, ByteWriter } from './codec/bytes.ts';
export {
  decodeEnvelopes,
  decodeUnstamped,
  encodeEnvelopes,
  encodeUnstamped,
  type ReadUnstamped,
  type Unstamped,
  writeUnstamped,
} from './codec/envelopes.ts';
export { readOutcome, writeOutcome } from './codec/outcomes.ts';
export { readValue, writeValue } from './codec/values.ts';
export type * from './commands.ts';
export type * from './earn/streamed-terms.ts';
export type * from './earn/terms.ts';
export {
  type EarnEnded,
  type EarnOffered,
  type EarnProduct,
  type EarnSubscribed,
  type EarnTold,
  earnTold,
} from './earn/told.ts';
export { packResults, unpackResults } from './events/pack.ts';
export { digestEvents } from './events/result.ts';
export type * from './events.ts';
export type * from './kernel.ts';
export {
  CUSTODY,
  clearingAccount,
  DEPOSIT_LOSSES,
  FEES,
  FINANCE_ESCROW,
  FINANCE_POOL,
  HOUSE_FLOAT,
  INSURANCE,
  LOAN_POOL,
  LOAN_RECEIVABLE,
  MINING_ESCROW,
  MINING_POOL,
  MINING_REWARDS,
  mayBeNegative,
  NETWORK_COSTS,
  OTC_ESCROW,
  OTC_FEES,
  PRACTICE_CUSTODY,
  SAFETY_FUND,
  STAKING_ESCROW,
  STAKING_POOL,
  SUSPENSE,
  SWAP_HOUSE,
} from './ledger/accounts.ts';
export * from './ledger/wallets.ts';
export { createKernel, loadKernel } from './machine.ts';
export { idOf, outcomeAs } from './outcome.ts';
export type * from './outcome-kinds.ts';
export type * from './products/vocabulary.ts';
export { SNAPSHOT_FORMAT } from './snapshot.ts';
export type { CapacityHints } from './state.ts';
export { KERNEL_VERSION } from './version.ts';
