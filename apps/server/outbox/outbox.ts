import type { Command, RejectionCode } from '@candor/kernel';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { CoreLink } from '../core/index.ts';
import { kyselyOf, migrate } from '../database/index.ts';
import { Refusal } from '../refusal.ts';
import { decodeCommand, encodeCommand } from './codec.ts';

/** A command that an ordinary transaction has promised to the kernel. */
export interface Promised {
  /** Unique for ever; also the command's idempotency key. */
  readonly key: string;
  /** Whose command it is. */
  readonly userId: number;
  readonly body: Command;
}

export interface Delivered {
  readonly seq: number;
  readonly timeMs: number;
  /** Null when the kernel took it. */
  readonly rejection: RejectionCode | null;
}

/**
 * Carries commands from ordinary transactions to the kernel, each once, also over a crash in between: the promise is
 * durable with the caller's own rows, and the kernel knows its key.
 */
export interface Outbox {
  /** Writes the promise into the caller's transaction. Call `deliver` after the commit. */
  promise(trx: Transaction<unknown>, promised: Promised): Promise<void>;
  /**
   * The same, unless the key was promised before: then it writes nothing and gives false.
   * @throws Refusal KEY_REUSED_WITH_OTHER_BODY when that promise was another command
   */
  promiseOnce(trx: Transaction<unknown>, promised: Promised): Promise<boolean>;
  /** Hands a promised command to the kernel and resolves when it is durable; repeated, it gives the same answer. */
  deliver(key: string): Promise<Delivered>;
  /** What became of promises: null for one that waits; none where there was no such key. */
  outcomes(keys: readonly string[]): Promise<ReadonlyMap<string, Delivered | null>>;
  /** How many promises wait. */
  waiting(): Promise<number>;
  stop(): Promise<void>;
}

interface Schema {
  'outbox.command': {
    key: string;
    user_id: string | number;
    body: string;
    created_at: Date;
    seq: string | number | null;
    time_ms: string | number | null;
    rejection: string | null;
  };
}

const migrations = {
  '001-command': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table outbox.command (
          key text primary key,
          user_id bigint not null,
          body text not null,
          created_at timestamptz not null default now(),
          seq bigint,
          time_ms bigint,
          rejection text
        )`.execute(db);
      await sql`create index command_waiting on outbox.command (created_at) where seq is null`.execute(db);
    },
  },
};

const RETRY_MS = 2_000;
const BATCH = 200;
const NOT_DELIVERED = 'the outbox could not deliver; it tries again';

export interface OutboxOptions {
  readonly pool: Pool;
  readonly core: CoreLink;
  readonly log: Logger;
  readonly retryMs?: number;
}

function deliveredOf(row: Pick<Schema['outbox.command'], 'seq' | 'time_ms' | 'rejection'>): Delivered | null {
  if (row.seq === null) return null;
  return {
    seq: Number(row.seq),
    timeMs: Number(row.time_ms),
    rejection: row.rejection as RejectionCode | null,
  };
}

/** Opens the outbox: makes its table, and from then on delivers what an earlier run left behind. */
export async function openOutbox({ pool, core, log, retryMs = RETRY_MS }: OutboxOptions): Promise<Outbox> {
  await migrate(pool, 'outbox', migrations);
  const db = kyselyOf<Schema>(pool);
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

  const insert = (trx: Transaction<Schema>, { key, userId, body }: Promised) =>
    trx
      .insertInto('outbox.command')
      .columns(['key', 'user_id', 'body'])
      .expression(sql`select ${key}, ${userId}::bigint, ${encodeCommand(body)}`);

  return {
    async promise(trx, promised) {
      await insert(trx as unknown as Transaction<Schema>, promised).execute();
    },
    async promiseOnce(trx, promised) {
      const own = trx as unknown as Transaction<Schema>;
      const inserted = await insert(own, promised)
        .onConflict((conflict) => conflict.doNothing())
        .returning('key')
        .executeTakeFirst();
      if (inserted !== undefined) return true;
      const { body } = await own
        .selectFrom('outbox.command')
        .select('body')
        .where('key', '=', promised.key)
        .executeTakeFirstOrThrow();
      if (body !== encodeCommand(promised.body)) throw new Refusal('KEY_REUSED_WITH_OTHER_BODY');
      return false;
    },
    deliver,
    async outcomes(keys) {
      if (keys.length === 0) return new Map();
      const rows = await db
        .selectFrom('outbox.command')
        .select(['key', 'seq', 'time_ms', 'rejection'])
        .where('key', 'in', keys)
        .execute();
      return new Map(rows.map((row) => [row.key, deliveredOf(row)]));
    },
    async waiting() {
      const row = await db
        .selectFrom('outbox.command')
        .select(sql<string>`count(*)`.as('count'))
        .where('seq', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await sweeping;
      await Promise.allSettled(inFlight.values());
    },
  };
}
