import { cpus } from 'node:os';

function totalMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}

/**
 * Begins to measure processor time. The function that it returns says how many seconds all processors of the machine
 * were busy since then, with whatever: to compare two runs, nothing else may run beside them.
 */
export function busyTime(): () => number {
  const startMs = totalMs();
  return () => Math.round((totalMs() - startMs) / 1000);
}
