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
export { readValue, writeValue } from './codec/values.ts';
export type * from './commands.ts';
export { packResults, readOutcome, unpackResults, writeOutcome } from './events/pack.ts';
export { digestEvents } from './events/result.ts';
export type * from './events.ts';
export type * from './kernel.ts';
export {
  clearingAccount,
  FEES,
  INSURANCE,
  mayBeNegative,
  PRACTICE_CUSTODY,
  SAFETY_FUND,
} from './ledger/accounts.ts';
export * from './ledger/wallets.ts';
export { createKernel, loadKernel } from './machine.ts';
export type * from './products/margin/commands.ts';
export type * from './products/margin/events.ts';
export type * from './products/margin/view.ts';
export type * from './products/perpetual/commands.ts';
export type * from './products/perpetual/events.ts';
export type * from './products/perpetual/receipts.ts';
export type * from './products/perpetual/view.ts';
export type * from './products/seconds/commands.ts';
export type { SecondTerms, TickReading } from './products/seconds/contract.ts';
export type * from './products/seconds/events.ts';
export type * from './products/seconds/view.ts';
export type * from './products/spot/commands.ts';
export type * from './products/spot/events.ts';
export type * from './products/spot/view.ts';
export type * from './products/transfer/commands.ts';
export type * from './products/transfer/events.ts';
export type * from './products/transfer/view.ts';
export { SNAPSHOT_FORMAT } from './snapshot.ts';
export type { CapacityHints } from './state.ts';
export { KERNEL_VERSION } from './version.ts';
