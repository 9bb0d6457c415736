import type { EngineTuning } from './types.ts';

export const defaultTuning: EngineTuning = {
  connectTimeoutMs: 5_000,
  commitTimeoutMs: 5_000,
  headCheckMs: 500,
  headStaleMs: 5_000,
  unknownAfterMs: 20_000,
  retryMaxMs: 1_000,
  maxBatchCommands: 2_000,
  maxQueuedCommands: 50_000,
  snapshotCommands: 200_000,
  snapshotMs: 600_000,
  snapshotPauseMs: 10_000,
  snapshotTimeoutMs: 1_800_000,
  stateDigestMs: 60_000,
};
