import { setTimeout as sleep } from 'node:timers/promises';
import type { CommittedBatch } from '@candor/journal';
import { onBatches } from './gaps.ts';
import type { CoreLink } from './link.ts';

/** A copy of something that the core holds, as it was asked for last. */
export interface KeptCopy<Held> {
  current(): Held;
  stop(): void;
}

export interface KeptCopyOptions<Held> {
  readonly load: () => Promise<Held>;
  /** Tells whether a committed batch changes what was copied. */
  readonly touches: (batch: CommittedBatch) => boolean;
  /** Hears why it could not be asked for anew, once each time; it is asked for until it is there. */
  readonly onError: (error: unknown) => void;
}

const RETRY_MS = 100;

/**
 * Copies something and copies it anew whenever a committed batch changes it, or may have been missed. Rejects with what
 * the first `load` rejects with.
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
