import type { KernelView } from '@candor/kernel';

/** Live reads of idempotency keys. */
export const keyQueries = {
  /**
   * The answer that a command of this user under this key would get without being done, at the current sequence
   * number; null for a new key. `bodyHash` is the command's.
   */
  usedKey(view: KernelView, userId: number, key: string, bodyHash: string | null) {
    const outcome = view.usedKey(userId, key, bodyHash);
    return outcome === null ? null : { seq: view.seq, timeMs: view.timeMs, outcome: { ...outcome } };
  },
};

declare module '../core/live-queries.ts' {
  interface LiveQueries {
    readonly acts: typeof keyQueries;
  }
}
