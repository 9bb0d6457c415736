export { isOwnSpend, spendStatus, spendsInFlight } from './custody.ts';
export { RAISE_AFTER_MS } from './following.ts';
export { type OutputPayerDeps, openOutputPayer } from './output-payer.ts';
export type { HeldOutput, HeldOutputs } from './room.ts';
