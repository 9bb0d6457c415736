import type { Pool } from 'pg';
import { answered, taken } from '../../base/bus/crossing.ts';
import type { Bus } from '../../base/bus/index.ts';
import type { Outbox } from './outbox.ts';
import { type Delivered, openPromises } from './promises.ts';

const SUBJECT = 'outbox.deliver';
/** Longer than the core's slowest answer, in ms. */
const PATIENCE_MS = 30_000;

/** Delivers promises that other processes request by key. Returns a function that stops it. */
export function serveOutbox(outbox: Outbox, bus: Bus): () => void {
  return bus.respond(SUBJECT, (key) => answered(() => outbox.deliver(String(key))));
}

/**
 * Opens the outbox of a process that does not deliver. It writes promises in its own transactions and asks the
 * deliverer. If the deliverer is unreachable, `deliver` rejects with a JournalError; the deliverer finds the promise
 * later.
 */
export async function connectOutbox({ pool, bus }: { pool: Pool; bus: Bus }): Promise<Outbox> {
  return {
    ...(await openPromises(pool)),
    deliver: async (key) =>
      (await taken(bus.request(SUBJECT, key, { timeoutMs: PATIENCE_MS }), 'OUTCOME_UNKNOWN')) as Delivered,
    stop: async () => {},
  };
}
