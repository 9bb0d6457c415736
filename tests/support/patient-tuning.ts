import type { EngineTuning } from '@candor/journal';

/** As long as a test waits for anything (`PATIENCE_MS`; this file is read outside of vitest as well). */
const patienceMs = 45_000;

/** An engine of a test takes a disk that others keep busy for slow, not for gone. */
export const patientTuning: Pick<EngineTuning, 'connectTimeoutMs' | 'commitTimeoutMs' | 'unknownAfterMs'> = {
  connectTimeoutMs: patienceMs,
  commitTimeoutMs: patienceMs,
  unknownAfterMs: patienceMs,
};
