import type { CommittedBatch } from '@candor/journal';
import type { KernelEvent } from '@candor/kernel';

/**
 * True if a command of the system has an event of one of these types. The events of users' commands are not decoded
 * for it: a batch decodes them when they are first read.
 */
export function hasSystemEvent(batch: CommittedBatch, types: ReadonlySet<KernelEvent['type']>): boolean {
  for (const command of batch.commands) {
    if (command.stamp.userId !== 0) continue;
    if (command.events.some(({ type }) => types.has(type))) return true;
  }
  return false;
}
