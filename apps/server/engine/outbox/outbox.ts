import { type Selectable, sql } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type Database, idOf, kyselyOf } from '../../base/database/index.ts';
import { inBatches } from '../../base/work/batches.ts';
import type { CoreLink } from '../core/index.ts';
import { decodeCommand } from './codec.ts';
import { assertDelivered, type Delivered, deliveredOf, openPromises, type Promises } from './promises.ts';

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
/** Promises that are handed to the kernel at once: the core takes them into one row of the journal. */
const BATCH = 500;
/** Batches of deliveries that callers wait for: the core takes the next row while the last one is committed. */
const DELIVERIES_AT_ONCE = 4;
type Waiting = Pick<Selectable<Database['outbox.command']>, 'key' | 'user_id' | 'body'>;

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
  const db = kyselyOf(pool);
  const inFlight = new Map<string, Promise<Delivered>>();

  /**
   * Hands promises to the kernel in their order, all before the first answer, and notes the outcomes in one statement. One
   * that fails holds up none behind it: it is tried again by the next sweep.
   */
  async function deliverRows(rows: readonly Waiting[]): Promise<PromiseSettledResult<Delivered>[]> {
    const submitted = rows.map(async ({ key, user_id, body }): Promise<Delivered> => {
      const command = { userId: idOf(user_id), key, bodyHash: null, body: decodeCommand(body) };
      const { seq, timeMs, outcome } = await core.submit(command);
      assertDelivered(seq, timeMs);
      return { seq, timeMs, rejection: outcome.ok ? null : outcome.code };
    });
    const results = await Promise.allSettled(submitted);
    await note(rows, results);
    return results;
  }

  /** Delivers what several callers asked for by key: what is delivered already is answered by its note. */
  async function deliverKeys(keys: readonly string[]): Promise<PromiseSettledResult<Delivered>[]> {
    const rows = await db.selectFrom('outbox.command').selectAll().where('key', 'in', keys).execute();
    const byKey = new Map(rows.map((row) => [row.key, row]));
    const waiting = keys.flatMap((key) => {
      const row = byKey.get(key);
      return row === undefined || deliveredOf(row) !== null ? [] : [row];
    });
    const results = waiting.length === 0 ? [] : await deliverRows(waiting);
    const delivered = new Map(waiting.map(({ key }, at) => [key, results[at]!]));
    return keys.map((key) => {
      const row = byKey.get(key);
      if (row === undefined) return { status: 'rejected', reason: new Error(`${key} was never promised`) };
      return delivered.get(key) ?? { status: 'fulfilled', value: deliveredOf(row)! };
    });
  }

  const deliverNow = inBatches({ run: deliverKeys, most: BATCH, atOnce: DELIVERIES_AT_ONCE });

  function deliver(key: string): Promise<Delivered> {
    const running = inFlight.get(key);
    if (running !== undefined) return running;
    const started = deliverNow(key).finally(() => inFlight.delete(key));
    inFlight.set(key, started);
    return started;
  }

  /** Delivers what nobody else delivers now. Returns how many were delivered. */
  async function deliverAll(rows: readonly Waiting[]): Promise<number> {
    const own = rows.filter(({ key }) => !inFlight.has(key));
    if (own.length === 0) return 0;
    const all = deliverRows(own);
    for (const [at, { key }] of own.entries()) {
      const running = all.then((results) => {
        const result = results[at]!;
        if (result.status === 'rejected') throw result.reason;
        return result.value;
      });
      running.catch(() => {});
      inFlight.set(key, running);
    }
    try {
      return (await all).filter(({ status }) => status === 'fulfilled').length;
    } finally {
      for (const { key } of own) inFlight.delete(key);
    }
  }

  async function note(
    rows: readonly Waiting[],
    results: readonly PromiseSettledResult<Delivered>[],
  ): Promise<void> {
    const done = results.flatMap((result, at) => {
      const { key } = rows[at]!;
      if (result.status === 'fulfilled') return [{ key, ...result.value }];
      log.warn({ err: result.reason, key }, NOT_DELIVERED);
      return [];
    });
    if (done.length === 0) return;
    await sql`
      update outbox.command as c set seq = d.seq, time_ms = d.time_ms, rejection = d.rejection
      from unnest(
        ${done.map(({ key }) => key)}::text[], ${done.map(({ seq }) => seq)}::bigint[],
        ${done.map(({ timeMs }) => timeMs)}::bigint[], ${done.map(({ rejection }) => rejection)}::text[]
      ) as d (key, seq, time_ms, rejection)
      where c.key = d.key`.execute(db);
  }

  /** The kernel forgets keys after 7 days, so what is older must not be sent again by itself. */
  const waitingRows = (): Promise<Waiting[]> =>
    db
      .selectFrom('outbox.command')
      .select(['key', 'user_id', 'body'])
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
      // Full batches follow each other without a pause; what fails waits for the next sweep.
      for (let isFull = true; isFull && !stopped; ) {
        const rows = await waitingRows();
        const delivered = await deliverAll(rows);
        isFull = rows.length === BATCH && delivered > 0;
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
