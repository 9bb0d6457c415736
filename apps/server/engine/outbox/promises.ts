import type { Command, RejectionCode } from '@candor/kernel';
import { assert } from '@candor/money';
import { type Selectable, sql } from 'kysely';
import type { Pool } from 'pg';
import { type Database, kyselyOf, migrate, type Tables, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { encodeCommand } from './codec.ts';
import { lineOf } from './line.ts';

/** A command that a database transaction has promised to the kernel. */
export interface Promised {
  /** Unique forever; also the command's idempotency key. */
  readonly key: string;
  /** The user of the command. */
  readonly userId: number;
  readonly body: Command;
}

export interface Delivered {
  readonly seq: number;
  readonly timeMs: number;
  /** Null if the kernel accepted it. */
  readonly rejection: RejectionCode | null;
}

/** Promises and their outcomes as stored in the database: the same in every process. */
export interface Promises {
  /**
   * Writes the promise in the caller's transaction. Call `deliver` after the commit. Where the order of two acts matters, the
   * transaction holds a row of their subject before it promises: the later one then stands behind in their line.
   */
  promise(trx: Trx, promised: Promised): Promise<void>;
  /** Writes many promises in the caller's transaction, in their order and in one statement. */
  promiseAll(trx: Trx, promised: readonly Promised[]): Promise<void>;
  /**
   * Like `promise`, but if the key was promised before, it writes nothing and returns false.
   * @throws Refusal KEY_REUSED_WITH_OTHER_BODY if the earlier promise was another command
   */
  promiseOnce(trx: Trx, promised: Promised): Promise<boolean>;
  /** Returns the outcomes of promises: null for one that is not delivered, no entry for an unknown key. */
  outcomes(keys: readonly string[]): Promise<ReadonlyMap<string, Delivered | null>>;
  /** Returns the number of promises that are to be delivered. */
  waiting(): Promise<number>;
  /**
   * Returns the keys with a prefix of promises that are not noted as delivered and are too old to be sent any more. One of
   * them may have reached the kernel all the same, where its note was lost: look there before you act on it.
   */
  stale(prefix: string): Promise<readonly string[]>;
  /**
   * Drops stale promises in the caller's transaction: none of them is ever sent afterwards. Returns the keys of those that
   * it dropped; one that was noted as delivered meanwhile is not among them.
   */
  dropStale(trx: Trx, keys: readonly string[]): Promise<ReadonlySet<string>>;
}

export const migrations: Tables = {
  sql: `
  create table outbox.command (
    key text primary key,
    user_id bigint not null,
    body text not null,
    line text not null,
    place bigint generated always as identity,
    created_at timestamptz not null default now(),
    seq bigint,
    time_ms bigint,
    rejection text,
    -- When it was given up: from then on it is never sent. Null for all but a stale one.
    dropped_at timestamptz
  );
  create index command_waiting on outbox.command (place) where seq is null;
  create index command_line on outbox.command (line, place) where seq is null;
`,
};

/**
 * Holds for a promise that nobody sends any more. Senders read none older than six days by themselves and hand over what
 * they read within the hour; the rest is room for clocks that were set.
 */
const IS_STALE = sql<boolean>`seq is null and dropped_at is null and created_at < now() - interval '6 days 12 hours'`;

export function deliveredOf(
  row: Pick<Selectable<Database['outbox.command']>, 'seq' | 'time_ms' | 'rejection'>,
): Delivered | null {
  if (row.seq === null) return null;
  assertDelivered(Number(row.seq), Number(row.time_ms));
  return {
    seq: Number(row.seq),
    timeMs: Number(row.time_ms),
    rejection: row.rejection as RejectionCode | null,
  };
}

/** Asserts the place that the journal gave to a promised command. @throws InvariantError */
export function assertDelivered(seq: number, timeMs: number): void {
  assert(Number.isSafeInteger(seq) && seq > 0, 'OUTBOX_SEQ', { seq });
  assert(Number.isSafeInteger(timeMs) && timeMs > 0, 'OUTBOX_TIME', { seq, timeMs });
}

/** Opens access to the promises, and creates their table if it is missing. */
export async function openPromises(pool: Pool): Promise<Promises> {
  await migrate(pool, 'outbox', migrations);
  const db = kyselyOf(pool);

  const insert = (trx: Trx, promised: Promised) =>
    trx
      .insertInto('outbox.command')
      .columns(['key', 'user_id', 'body', 'line'])
      .expression(
        sql`select ${promised.key}, ${promised.userId}::bigint, ${encodeCommand(promised.body)}, ${lineOf(promised)}`,
      );

  return {
    async promise(trx, promised) {
      await insert(trx, promised).execute();
    },
    async promiseAll(trx, promised) {
      if (promised.length === 0) return;
      await sql`
        insert into outbox.command (key, user_id, body, line)
        select key, user_id, body, line
        from unnest(
          ${promised.map(({ key }) => key)}::text[], ${promised.map(({ userId }) => userId)}::bigint[],
          ${promised.map(({ body }) => encodeCommand(body))}::text[], ${promised.map(lineOf)}::text[]
        ) with ordinality as p (key, user_id, body, line, at)
        order by at`.execute(trx);
    },
    async promiseOnce(trx, promised) {
      const own = trx;
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
        .select(sql<bigint>`count(*)`.as('count'))
        .where('seq', 'is', null)
        .where('dropped_at', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },
    async stale(prefix) {
      const { rows } = await sql<{ key: string }>`
        select key from outbox.command where ${IS_STALE} and starts_with(key, ${prefix}) order by place`.execute(
        db,
      );
      return rows.map(({ key }) => key);
    },
    async dropStale(trx, keys) {
      const { rows } = await sql<{ key: string }>`
        update outbox.command set dropped_at = now() where key = any(${keys}::text[]) and ${IS_STALE}
        returning key`.execute(trx);
      return new Set(rows.map(({ key }) => key));
    },
  };
}
