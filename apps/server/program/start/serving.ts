import { setTimeout as sleep } from 'node:timers/promises';
import { judge } from '../../gateway/http/index.ts';
import type { ProcessState } from './roles/messages.ts';
import { reasonsOf } from './roles/reasons.ts';

const LOOK_MS = 50;

/**
 * Waits until no part is away that all need. Returns the parts that are away besides, with their reasons: users are served
 * without them. Rejects when `signal` aborts.
 */
export async function untilServing(
  processes: () => readonly ProcessState[],
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  for (;;) {
    const { status, degraded } = judge(reasonsOf(processes()));
    if (status === 200) return degraded;
    await sleep(LOOK_MS, undefined, { signal });
  }
}
