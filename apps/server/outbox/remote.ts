import type { Pool } from 'pg';
import type { Bus } from '../bus/index.ts';
import { answered, taken } from '../crossing.ts';
import type { Outbox } from './outbox.ts';
import { type Delivered, openPromises } from './promises.ts';

const SUBJECT = 'outbox.deliver';
/** Longer than the core takes for anything that it answers at all, in ms. */
const PATIENCE_MS = 30_000;

/** Delivers for other processes what they ask for by key; returns what ends it. */
export function serveOutbox(outbox: Outbox, bus: Bus): () => void {
  return bus.respond(SUBJECT, (key) => answered(() => outbox.deliver(String(key))));
}

/**
 * The outbox of a process that does not deliver: it promises in its own transactions and asks the deliverer. Where that
 * is away, `deliver` rejects with a JournalError, and the deliverer finds the promise later.
 */
export async function connectOutbox({ pool, bus }: { pool: Pool; bus: Bus }): Promise<Outbox> {
  return {
    ...(await openPromises(pool)),
    deliver: async (key) =>
      (await taken(bus.request(SUBJECT, key, { timeoutMs: PATIENCE_MS }), 'OUTCOME_UNKNOWN')) as Delivered,
    stop: async () => {},
  };
}
