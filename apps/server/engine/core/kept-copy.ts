import { setTimeout as sleep } from 'node:timers/promises';
import type { CommittedBatch } from '@candor/journal';
import { onBatches } from './gaps.ts';
import type { CoreLink } from './link.ts';

/** The latest copy of part of the core's state. */
export interface KeptCopy<Held> {
  current(): Held;
  stop(): void;
}

export interface KeptCopyOptions<Held> {
  readonly load: () => Promise<Held>;
  /** Returns true if a committed batch changes the copied state. */
  readonly touches: (batch: CommittedBatch) => boolean;
  /** Receives each error of a refresh. A failed refresh is retried until it succeeds. */
  readonly onError: (error: unknown) => void;
}

const RETRY_MS = 100;

/**
 * Copies part of the core's state, and refreshes the copy when a committed batch changes it or batches may have been
 * missed. Rejects with the error of the first `load`.
 */
export async function keepCopy<Held>(
  core: Pick<CoreLink, 'onCommitted'>,
  { load, touches, onError }: KeptCopyOptions<Held>,
): Promise<KeptCopy<Held>> {
  let due = false;
  let loading = true;
  let stopped = false;
  const loadDue = async (): Promise<void> => {
    loading = true;
    let failed = false;
    while (due && !stopped) {
      due = false;
      try {
        current = await load();
        failed = false;
      } catch (error) {
        due = true;
        if (!failed) onError(error);
        failed = true;
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
    loading = false;
  };
  const unsubscribe = onBatches(core, (batch, gap) => {
    if (!gap && !touches(batch)) return;
    due = true;
    if (!loading) void loadDue();
  });
  const stop = (): void => {
    stopped = true;
    unsubscribe();
  };
  let current: Held;
  try {
    current = await load();
  } catch (error) {
    stop();
    throw error;
  }
  void loadDue();
  return { current: () => current, stop };
}
