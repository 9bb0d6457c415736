import type { AppliedCommand } from '@candor/journal';
import type { IndexTick } from '@candor/kernel';

/** The index tick of a command; null for other commands. Only the system sends ticks: users' terms stay encoded. */
export function indexTickOf(command: AppliedCommand): IndexTick | null {
  if (command.stamp.userId !== 0) return null;
  const { body } = command.envelope;
  return body.type === 'indexTick' ? body : null;
}
