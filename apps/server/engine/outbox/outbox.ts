import { type Selectable, sql } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type Database, type Db, idOf, kyselyOf } from '../../base/database/index.ts';
import { inBatches } from '../../base/work/batches.ts';
import type { CoreLink } from '../core/index.ts';
import { decodeCommand } from './codec.ts';
import { assertDelivered, type Delivered, deliveredOf, openPromises, type Promises } from './promises.ts';

/**
 * Carries commands from ordinary transactions to the kernel, each once, also over a crash in between: the promise is
 * durable with the caller's own rows, and the kernel knows its key.
 */
export interface Outbox extends Promises {
  /**
   * Hands a promised command to the kernel, behind those of its line that were promised before, and resolves when it is
   * durable; repeated, it gives the same answer.
   */
  deliver(key: string): Promise<Delivered>;
  stop(): Promise<void>;
}

const RETRY_MS = 2_000;
/** Promises that are handed to the kernel at once: the core takes them into one row of the journal. */
const BATCH = 500;
/** Batches of deliveries that callers wait for: the core takes the next row while the last one is committed. */
const DELIVERIES_AT_ONCE = 4;
type Row = Selectable<Database['outbox.command']>;
type Waiting = Pick<Row, 'key' | 'user_id' | 'body' | 'line'>;

/** The kernel forgets keys after 7 days, so what is older must not be sent again by itself. */
const IS_FRESH = sql<boolean>`created_at > now() - interval '6 days'`;
/** A row that was read longer ago is read again before it is sent: it may be too old by now, or dropped. */
const SEND_WITHIN_MS = 3_600_000;

const NOT_DELIVERED = 'the outbox could not deliver; it tries again';

export interface OutboxOptions {
  readonly pool: Pool;
  readonly core: CoreLink;
  readonly log: Logger;
  readonly retryMs?: number;
}

/**
 * Hands promises to the kernel, each once at a time, and none before what was handed over for its line earlier: a failure
 * there is a failure here, for the kernel would know the later one alone.
 */
function inLines(core: CoreLink) {
  const handed = new Map<string, Promise<Delivered>>();
  const lasts = new Map<string, Promise<Delivered>>();

  async function submit({ key, user_id, body }: Waiting, readMs: number): Promise<Delivered> {
    if (Date.now() > readMs + SEND_WITHIN_MS) throw new Error(`${key} was read too long ago`);
    const command = { userId: idOf(user_id), key, bodyHash: null, body: decodeCommand(body) };
    const { seq, timeMs, outcome } = await core.submit(command);
    assertDelivered(seq, timeMs);
    return { seq, timeMs, rejection: outcome.ok ? null : outcome.code };
  }

  return {
    /** Hands over a row as it was read at `readMs` or later. */
    handOver(row: Waiting, readMs: number): Promise<Delivered> {
      const running = handed.get(row.key);
      if (running !== undefined) return running;
      const before = lasts.get(row.line);
      const started = before === undefined ? submit(row, readMs) : before.then(() => submit(row, readMs));
      const end = (): void => {
        if (lasts.get(row.line) === started) lasts.delete(row.line);
      };
      handed.set(row.key, started);
      lasts.set(row.line, started);
      started.then(end, end);
      return started;
    },
    /** Forgets promises once their outcomes are noted, or could not be. */
    forget(rows: readonly Waiting[]): void {
      for (const { key } of rows) handed.delete(key);
    },
  };
}

/** The connection of an outbox and its lines to the kernel. */
interface OutboxRoom {
  readonly db: Db;
  readonly log: Logger;
  readonly lines: ReturnType<typeof inLines>;
}

/**
 * Hands promises to the kernel in their order, those of different lines all before the first answer, and notes the outcomes
 * in one statement. One that fails holds up none behind it but those of its line: they are tried again by the next sweep.
 */
async function deliverRows(
  room: OutboxRoom,
  rows: readonly Waiting[],
  readMs: number,
): Promise<PromiseSettledResult<Delivered>[]> {
  try {
    const handed = rows.map((row) => room.lines.handOver(row, readMs));
    return await note(room, rows, await Promise.allSettled(handed));
  } finally {
    room.lines.forget(rows);
  }
}

/** Promises by key, and those that wait before them in their lines, in the order in which they were promised. */
async function withEarlier(db: Db, keys: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with asked as (select * from outbox.command where key = any(${keys}::text[]) and dropped_at is null),
    last as (select line, max(place) as place from asked where seq is null group by line)
    select * from asked
    union all
    select c.* from outbox.command as c join last on c.line = last.line and c.place < last.place
    where c.seq is null and c.dropped_at is null and c.key <> all(${keys}::text[]) and ${IS_FRESH}
    order by place`.execute(db);
  return rows;
}

/** Delivers what several callers asked for by key: what is delivered already is answered by its note. */
async function deliverKeys(
  room: OutboxRoom,
  keys: readonly string[],
): Promise<PromiseSettledResult<Delivered>[]> {
  const readMs = Date.now();
  const rows = await withEarlier(room.db, keys);
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const waiting = rows.filter((row) => deliveredOf(row) === null);
  const results = waiting.length === 0 ? [] : await deliverRows(room, waiting, readMs);
  const delivered = new Map(waiting.map(({ key }, at) => [key, results[at]!]));
  return keys.map((key) => {
    const row = byKey.get(key);
    if (row === undefined) return { status: 'rejected', reason: new Error(`${key} is not promised`) };
    return delivered.get(key) ?? { status: 'fulfilled', value: deliveredOf(row)! };
  });
}

/**
 * Notes the outcomes in one statement, and returns what stands. The first note of a promise stands: the kernel answers a
 * command that is handed over twice at a later place, and callers were told the first one.
 */
async function note(
  { db, log }: OutboxRoom,
  rows: readonly Waiting[],
  results: readonly PromiseSettledResult<Delivered>[],
): Promise<PromiseSettledResult<Delivered>[]> {
  const done = results.flatMap((result, at) => {
    const { key } = rows[at]!;
    if (result.status === 'fulfilled') return [{ key, ...result.value }];
    log.warn({ err: result.reason, key }, NOT_DELIVERED);
    return [];
  });
  if (done.length === 0) return [...results];
  const { rows: noted } = await sql<Pick<Row, 'key' | 'seq' | 'time_ms' | 'rejection'>>`
    update outbox.command as c set seq = coalesce(c.seq, d.seq), time_ms = coalesce(c.time_ms, d.time_ms),
      rejection = case when c.seq is null then d.rejection else c.rejection end
    from unnest(
      ${done.map(({ key }) => key)}::text[], ${done.map(({ seq }) => seq)}::bigint[],
      ${done.map(({ timeMs }) => timeMs)}::bigint[], ${done.map(({ rejection }) => rejection)}::text[]
    ) as d (key, seq, time_ms, rejection)
    where c.key = d.key
    returning c.key, c.seq, c.time_ms, c.rejection`.execute(db);
  const standing = new Map(noted.map((row) => [row.key, deliveredOf(row)!]));
  return results.map((result, at) =>
    result.status === 'fulfilled' ? { status: 'fulfilled', value: standing.get(rows[at]!.key)! } : result,
  );
}

/** The oldest promises that were not delivered. */
const waitingRows = (db: Db): Promise<Waiting[]> =>
  db
    .selectFrom('outbox.command')
    .select(['key', 'user_id', 'body', 'line'])
    .where('seq', 'is', null)
    .where('dropped_at', 'is', null)
    .where(IS_FRESH)
    .orderBy('place')
    .limit(BATCH)
    .execute();

/**
 * Opens the outbox with its one deliverer. It also delivers promises that no process announced, and those left by an
 * earlier run.
 */
export async function openOutbox({ pool, core, log, retryMs = RETRY_MS }: OutboxOptions): Promise<Outbox> {
  const promises = await openPromises(pool);
  const db = kyselyOf(pool);
  const room: OutboxRoom = { db, log, lines: inLines(core) };
  const inFlight = new Map<string, Promise<Delivered>>();
  const deliverNow = inBatches<string, Delivered>({
    run: (keys) => deliverKeys(room, keys),
    most: BATCH,
    atOnce: DELIVERIES_AT_ONCE,
  });

  function deliver(key: string): Promise<Delivered> {
    const running = inFlight.get(key);
    if (running !== undefined) return running;
    const started = deliverNow(key).finally(() => inFlight.delete(key));
    inFlight.set(key, started);
    return started;
  }

  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> = Promise.resolve();
  const sweep = async (): Promise<void> => {
    try {
      if (core.status().state !== 'ready') return;
      // Full batches follow each other without a pause; what fails waits for the next sweep.
      for (let isFull = true; isFull && !stopped; ) {
        const readMs = Date.now();
        const rows = await waitingRows(db);
        const results = rows.length === 0 ? [] : await deliverRows(room, rows, readMs);
        isFull = rows.length === BATCH && results.some(({ status }) => status === 'fulfilled');
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
