/**
 * Longest wait of a stop before it gives up, in ms: for a stage within a process, for a process, and for a stage of
 * the whole program. Each is longer than the one before, so that what hangs is named where it hangs. A busy machine
 * needs some 10 s for what takes 1 s; what a process did not finish costs the next start a recovery. `compose.yaml`
 * waits longer than any of them.
 */
export const STOP_PATIENCE_MS = { stage: 15_000, process: 20_000, program: 45_000 } as const;
