import type { EngineTuning } from '@candor/journal';

/** Less than a test waits for anything (`PATIENCE_MS`), so that an engine recovers before its test gives up. */
const patienceMs = 45_000;

/** An engine of a test takes a disk that others keep busy for slow, not for gone. */
export const patientTuning: Pick<
  EngineTuning,
  'connectTimeoutMs' | 'commitTimeoutMs' | 'headStaleMs' | 'unknownAfterMs'
> = {
  connectTimeoutMs: patienceMs,
  commitTimeoutMs: patienceMs,
  headStaleMs: patienceMs,
  unknownAfterMs: patienceMs,
};
