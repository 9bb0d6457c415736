import type { KernelView } from '@candor/kernel';

/** Live reads of the keys under which acts were done. */
export const keyQueries = {
  /**
   * What a command of this user under this key would be answered without being done, as of the present sequence number;
   * null for a new key. `bodyHash` is the command's.
   */
  usedKey(view: KernelView, userId: number, key: string, bodyHash: string | null) {
    const outcome = view.usedKey(userId, key, bodyHash);
    return outcome === null ? null : { seq: view.seq, timeMs: view.timeMs, outcome: { ...outcome } };
  },
};
