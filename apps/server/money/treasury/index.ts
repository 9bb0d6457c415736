export { endAlarm, judgeHalted, judgeLeft, openChainAlarms, raiseAlarm } from './alarms.ts';
export { type Bell, createBell } from './bell.ts';
export { newestReports, readLost, type StoredMovement, type StoredReport } from './desk-reads.ts';
export { followReconciliation, followTreasury, reconcile, type TreasuryDeps } from './follow.ts';
export { hotOutputs } from './held-outputs.ts';
export type { InFlightReaders, PaymentsInFlight } from './in-flight.ts';
export { treasuryLook } from './metrics.ts';
export { createHouseReceipts, fundingKey, type HouseReceipts } from './receipts.ts';
export { compareCustody, type ReconcileDeps } from './reconcile.ts';
export { noteRemainder } from './remainder.ts';
export {
  type AlarmKind,
  type HouseClass,
  migrations as treasuryMigrations,
} from './schema.ts';
export { openSweeper, type Sweeper } from './sweeper.ts';
export type { SweeperDeps } from './sweeper-room.ts';
export { SWEEP_FEE_CEILING, treasuryTermsOf } from './terms.ts';
export { fineUnits } from './units.ts';
