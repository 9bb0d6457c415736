import { AsyncLocalStorage } from 'node:async_hooks';
import { Refusal } from '../../base/errors/refusal.ts';

const deadlines = new AsyncLocalStorage<number>();

/** Runs a request whose sender allows new acts until `notAfterMs` (server time); null allows them at any time. */
export function withDeadline<T>(notAfterMs: number | null, run: () => T): T {
  return notAfterMs === null ? run() : deadlines.run(notAfterMs, run);
}

/** Until when the request that runs now may begin a new act, in ms of server time; null where it may at any time. */
export function deadlineMs(): number | null {
  return deadlines.getStore() ?? null;
}

/**
 * Call it where an act begins and its key is known to be a new one.
 * @throws Refusal REQUEST_LATE when the sender's deadline has passed
 */
export function refuseLate(nowMs: number): void {
  const notAfterMs = deadlineMs();
  if (notAfterMs !== null && nowMs > notAfterMs) throw new Refusal('REQUEST_LATE');
}
