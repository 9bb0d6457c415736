import { setTimeout as sleep } from 'node:timers/promises';
import { createLifecycle } from '../../base/work/lifecycle.ts';
import type { Role } from './roles/run-role.ts';

const PAUSE_MS = 3_000;

/**
 * Begins to follow a chain, again and again while its node or the signer is away. What a failed attempt began is stopped
 * before the next one. Each reason is logged once.
 */
export async function followUntilServed<Parts extends Pick<Role, 'lifecycle' | 'log'>>(
  role: Parts,
  name: string,
  begin: (role: Parts) => Promise<void>,
  pauseMs = PAUSE_MS,
): Promise<void> {
  const { lifecycle, log } = role;
  const { signal } = lifecycle;
  if (signal.aborted) return;
  const attemptNow = () => createLifecycle((line) => log.warn(`${name}: ${line}`));
  let attempt = attemptNow();
  signal.addEventListener('abort', () => void attempt.stop(), { once: true });
  await lifecycle.stage(
    name,
    () => {},
    () => attempt.stop(),
  );
  let said = '';
  while (!signal.aborted) {
    try {
      return await begin({ ...role, lifecycle: attempt });
    } catch (error) {
      if (signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== said) log.warn({ err: error }, `${name} is not followed yet: ${reason}`);
      said = reason;
    }
    await attempt.stop();
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
    attempt = attemptNow();
  }
}
