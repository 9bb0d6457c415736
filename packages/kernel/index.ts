export { decodeEnvelopes, encodeEnvelopes } from './codec/envelopes.ts';
export type * from './commands.ts';
export { digestEvents } from './events/result.ts';
export type * from './events.ts';
export type * from './kernel.ts';
export { FEES, PRACTICE_CUSTODY, SAFETY_FUND } from './ledger/accounts.ts';
export { createKernel, loadKernel } from './machine.ts';
export type { CapacityHints } from './state.ts';
export { KERNEL_VERSION } from './version.ts';
