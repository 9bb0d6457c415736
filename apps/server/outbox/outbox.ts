import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { CoreLink } from '../core/index.ts';
import { kyselyOf } from '../database/index.ts';
import { decodeCommand } from './codec.ts';
import { type Delivered, deliveredOf, type OutboxSchema, openPromises, type Promises } from './promises.ts';

/**
 * Carries commands from ordinary transactions to the kernel, each once, also over a crash in between: the promise is
 * durable with the caller's own rows, and the kernel knows its key.
 */
export interface Outbox extends Promises {
  /** Hands a promised command to the kernel and resolves when it is durable; repeated, it gives the same answer. */
  deliver(key: string): Promise<Delivered>;
  stop(): Promise<void>;
}

const RETRY_MS = 2_000;
const BATCH = 200;
const NOT_DELIVERED = 'the outbox could not deliver; it tries again';

export interface OutboxOptions {
  readonly pool: Pool;
  readonly core: CoreLink;
  readonly log: Logger;
  readonly retryMs?: number;
}

/**
 * Opens the outbox with its one deliverer. It also delivers promises that no process announced, and those left by an
 * earlier run.
 */
export async function openOutbox({ pool, core, log, retryMs = RETRY_MS }: OutboxOptions): Promise<Outbox> {
  const promises = await openPromises(pool);
  const db = kyselyOf<OutboxSchema>(pool);
  const inFlight = new Map<string, Promise<Delivered>>();

  async function deliverNow(key: string): Promise<Delivered> {
    const row = await db
      .selectFrom('outbox.command')
      .selectAll()
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    const before = deliveredOf(row);
    if (before !== null) return before;
    const { seq, timeMs, outcome } = await core.submit({
      userId: Number(row.user_id),
      key,
      bodyHash: null,
      body: decodeCommand(row.body),
    });
    const rejection = outcome.ok ? null : outcome.code;
    await db
      .updateTable('outbox.command')
      .set({ seq, time_ms: timeMs, rejection })
      .where('key', '=', key)
      .execute();
    return { seq, timeMs, rejection };
  }

  function deliver(key: string): Promise<Delivered> {
    const running = inFlight.get(key);
    if (running !== undefined) return running;
    const started = deliverNow(key).finally(() => inFlight.delete(key));
    inFlight.set(key, started);
    return started;
  }

  /** The kernel forgets keys after 7 days, so what is older must not be sent again by itself. */
  const waitingKeys = () =>
    db
      .selectFrom('outbox.command')
      .select('key')
      .where('seq', 'is', null)
      .where('created_at', '>', sql<Date>`now() - interval '6 days'`)
      .orderBy('created_at')
      .limit(BATCH)
      .execute();

  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> = Promise.resolve();
  const sweep = async (): Promise<void> => {
    try {
      if (core.status().state !== 'ready') return;
      for (const { key } of await waitingKeys()) {
        if (stopped) return;
        // One that fails must not hold up those behind it.
        await deliver(key).catch((error: unknown) => log.warn({ err: error, key }, NOT_DELIVERED));
      }
    } catch (error) {
      log.warn({ err: error }, NOT_DELIVERED);
    } finally {
      if (!stopped) timer = setTimeout(run, retryMs);
    }
  };
  const run = (): void => {
    sweeping = sweep();
  };
  run();

  return {
    ...promises,
    deliver,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await sweeping;
      await Promise.allSettled(inFlight.values());
    },
  };
}
