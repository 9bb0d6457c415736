import type { Kernel } from '@candor/kernel';
import { AppliedResult, type Batch } from './batch.ts';
import { tooLate } from './errors.ts';
import type { InputQueue } from './input-queue.ts';

/** Applies the commands that wait, as many as the open batch may still take; refuses those whose time is over. */
export function applyQueue(
  kernel: Kernel,
  queue: InputQueue,
  open: Batch,
  { nowMs, most }: { readonly nowMs: number; readonly most: number },
): void {
  const count = Math.min(queue.length, most - open.commands.length);
  const timeMs = Math.max(kernel.timeMs, nowMs);
  let seq = kernel.seq;
  for (let index = 0; index < count; index++) {
    const pending = queue.at(index);
    const { userId, key, bodyHash, body, notAfterMs = null, packed = null } = pending.submission;
    // A known key still gets its first answer.
    if (notAfterMs !== null && nowMs > notAfterMs && (key === null || kernel.isNewKey(userId, key, timeMs))) {
      pending.reject(tooLate());
      continue;
    }
    const envelope = { seq: ++seq, timeMs, userId, key, bodyHash, body };
    open.add(pending, new AppliedResult(envelope, kernel.apply(envelope), packed));
  }
  queue.drop(count);
}
