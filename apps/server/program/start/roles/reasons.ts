import type { ProcessState } from './messages.ts';

/** Returns why processes are not ready, per part: their own reasons, and those that are starting or gone. */
export function reasonsOf(processes: readonly ProcessState[]): Record<string, string> {
  const reasons: Record<string, string> = {};
  for (const { name, state, reasons: own } of processes) {
    Object.assign(reasons, own);
    if (state === 'starting') reasons[name] = 'is starting';
    else if (state === 'gone') reasons[name] = 'has ended and is started again';
  }
  return reasons;
}
