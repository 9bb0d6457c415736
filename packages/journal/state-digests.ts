import type { Kernel } from '@candor/kernel';

/** The digest of a larger state would hold commands up for milliseconds: it is left to the snapshots, made elsewhere. */
const MAX_BYTES = 200_000;

/** Computes the state's digest for a row now and then. */
export class StateDigests {
  private readonly everyMs: number;
  private dueMs = 0;

  constructor(everyMs: number) {
    this.everyMs = everyMs;
  }

  /** Returns the digest in hex where one is due and quickly computed, else null. */
  take(kernel: Kernel): string | null {
    const startMs = performance.now();
    if (startMs < this.dueMs) return null;
    this.dueMs = startMs + this.everyMs;
    return kernel.stateHashWithin(MAX_BYTES);
  }
}
