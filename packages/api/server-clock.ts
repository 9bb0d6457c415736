/** Time for which the least delayed sample is preferred to newer ones, so that a clock that drifts is followed. */
const SAMPLE_LIFE_MS = 60_000;
/** The two local clocks may part by this much before the sample is in doubt: the device slept, or its time was set. */
const MAX_PARTING_MS = 1_000;

/** The server's time as this machine knows it; the local time of day is never taken for it. */
export interface ServerClock {
  /** Takes the server's time, in ms since 1970, out of something that arrived now. */
  learn(serverMs: number): void;
  /** The server's time now, at most the way of an answer behind it and never ahead; null while it is not known. */
  nowMs(): number | null;
  /** Drops what was learned. */
  forget(): void;
}

interface LocalClocks {
  /** Does not jump, but may stand still while the device sleeps. */
  readonly steadyMs: () => number;
  /** Counts sleep, but may be set. */
  readonly dayMs: () => number;
}

const localClocks: LocalClocks = { steadyMs: () => performance.now(), dayMs: () => Date.now() };

/** A clock that knows nothing yet. */
export function createServerClock({ steadyMs, dayMs }: LocalClocks = localClocks): ServerClock {
  let sample: { readonly aheadMs: number; readonly atMs: number; readonly partedMs: number } | null = null;
  const parted = () => dayMs() - steadyMs();
  const inDoubt = () => sample !== null && Math.abs(parted() - sample.partedMs) > MAX_PARTING_MS;
  return {
    learn(serverMs) {
      const atMs = steadyMs();
      const aheadMs = serverMs - atMs;
      // Every sample is late by its way here, so the largest is the best.
      const isBetter = sample === null || aheadMs > sample.aheadMs || atMs - sample.atMs > SAMPLE_LIFE_MS;
      if (isBetter || inDoubt()) sample = { aheadMs, atMs, partedMs: parted() };
    },
    nowMs: () => (sample === null || inDoubt() ? null : Math.floor(steadyMs() + sample.aheadMs)),
    forget() {
      sample = null;
    },
  };
}

/** Counts from now in ms: sleep counts, and a time of day that is set back does not. */
export function startCount({ steadyMs, dayMs }: LocalClocks = localClocks): () => number {
  const steadyStart = steadyMs();
  const dayStart = dayMs();
  return () => Math.max(steadyMs() - steadyStart, dayMs() - dayStart);
}
