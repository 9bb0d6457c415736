import type { CommittedBatch } from '@candor/journal';
import type { CoreLink } from './link.ts';

/**
 * Calls the listener with each batch and a flag that committed commands were missed before it. No gap is reported
 * before the first batch. Returns a function that removes the listener.
 */
export function onBatches(
  core: Pick<CoreLink, 'onCommitted'>,
  listener: (batch: CommittedBatch, gap: boolean) => void,
): () => void {
  let expectedSeq: number | null = null;
  return core.onCommitted((batch) => {
    const gap = expectedSeq !== null && batch.firstSeq > expectedSeq;
    expectedSeq = batch.lastSeq + 1;
    listener(batch, gap);
  });
}
