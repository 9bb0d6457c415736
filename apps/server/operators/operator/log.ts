import { hash } from 'node:crypto';
import type { DetailsOf, OperatorActName, OperatorActs } from '@candor/api';
import { type Selectable, sql } from 'kysely';
import {
  type Database,
  type Db,
  defineTable,
  idOf,
  readTable,
  type TableLook,
  type TablePage,
  type Trx,
} from '../../base/database/index.ts';

export interface LogEntry {
  readonly no: number;
  readonly timeMs: number;
  readonly operator: string;
  readonly action: string;
  readonly details: Readonly<Record<string, string>>;
  readonly prevHash: string;
  readonly hash: string;
}

export interface LogHead {
  readonly entries: number;
  readonly headHash: string;
}

export interface LogCheck extends LogHead {
  readonly intact: boolean;
  readonly firstBad: number | null;
}

/** A new entry: the details are those that its act declares, so that the log has words for all of them. */
export interface NewEntry<Name extends OperatorActName> {
  readonly timeMs: number;
  readonly operator: string;
  readonly action: Name;
  /** A journaled act adds its reason and the key of its command. */
  readonly details: DetailsOf<OperatorActs[Name]> & { readonly reason?: string; readonly key?: string };
}

/** The log of all acts of operators, each entry chained to the one before it. */
export interface OperatorLog {
  /**
   * Adds an entry within the caller's transaction, so that the act and its entry stand or fall together. It locks the log until
   * then: call it behind every other lock, since whoever waits for it holds rows.
   */
  append<Name extends OperatorActName>(trx: Trx, entry: NewEntry<Name>): Promise<void>;
  /** One page of entries, newest first unless the look orders them otherwise. */
  page(look: TableLook<LogFilters>): Promise<TablePage<LogEntry>>;
  head(): Promise<LogHead>;
  /** Recomputes every hash. */
  verify(): Promise<LogCheck>;
}

/** Filters of a list of entries: by act, by a part of the operator's name, and by time in ms. */
export interface LogFilters {
  readonly act: string;
  readonly operator: string;
  readonly from: number;
  readonly to: number;
}

const GENESIS_HASH = '0'.repeat(64);
const VERIFY_BATCH = 1_000;

type Row = Selectable<Database['operator.log']>;

const number = { of: sql`no`, type: 'bigint' } as const;

const logTable = defineTable<Row, LogFilters>()({
  select: sql`*`,
  from: sql`operator.log`,
  key: number,
  orders: { no: number },
  filters: {
    act: (act) => sql`action = ${act}`,
    operator: (part) => sql`strpos(lower(operator), lower(${part})) > 0`,
    from: (ms) => sql`time_ms >= ${ms}`,
    to: (ms) => sql`time_ms < ${ms}`,
  },
});

/** SHA-256 over the fields as JSON text, which keeps them apart; `details` is the stored text itself. */
export function entryHash(entry: {
  readonly prevHash: string;
  readonly no: number;
  readonly timeMs: number;
  readonly operator: string;
  readonly action: string;
  readonly details: string;
}): string {
  const { prevHash, no, timeMs, operator, action, details } = entry;
  return hash(
    'sha256',
    JSON.stringify(['candor operator log', prevHash, no, timeMs, operator, action, details]),
  );
}

export function createOperatorLog(db: Db): OperatorLog {
  const newest = (within: Db) =>
    within
      .selectFrom('operator.log')
      .select(['no', 'hash'])
      .orderBy('no', 'desc')
      .limit(1)
      .executeTakeFirst();

  return {
    async append(trx, { timeMs, operator, action, details }) {
      await sql`select pg_advisory_xact_lock(hashtext('candor operator log'))`.execute(trx);
      const last = await newest(trx);
      const no = Number(last?.no ?? 0) + 1;
      const prevHash = last?.hash ?? GENESIS_HASH;
      const text = JSON.stringify(details);
      await trx
        .insertInto('operator.log')
        .values({
          no,
          time_ms: timeMs,
          operator,
          action,
          details: text,
          prev_hash: prevHash,
          hash: entryHash({ prevHash, no, timeMs, operator, action, details: text }),
        })
        .execute();
    },
    async page(look) {
      const { rows, nextCursor } = await readTable(db, logTable, look);
      return { rows: rows.map(toEntry), nextCursor };
    },
    async head() {
      const last = await newest(db);
      return { entries: Number(last?.no ?? 0), headHash: last?.hash ?? GENESIS_HASH };
    },
    async verify() {
      let [entries, headHash] = [0, GENESIS_HASH];
      for (;;) {
        const rows = await db
          .selectFrom('operator.log')
          .selectAll()
          .where('no', '>', BigInt(entries))
          .orderBy('no')
          .limit(VERIFY_BATCH)
          .execute();
        for (const row of rows) {
          if (!fits(row, entries + 1, headHash)) {
            return { entries, headHash, intact: false, firstBad: entries + 1 };
          }
          entries += 1;
          headHash = row.hash;
        }
        if (rows.length < VERIFY_BATCH) return { entries, headHash, intact: true, firstBad: null };
      }
    },
  };
}

function fits(row: Row, no: number, prevHash: string): boolean {
  const { operator, action, details } = row;
  const timeMs = Number(row.time_ms);
  return (
    idOf(row.no) === no &&
    row.prev_hash === prevHash &&
    row.hash === entryHash({ prevHash, no, timeMs, operator, action, details })
  );
}

function toEntry(row: Row): LogEntry {
  return {
    no: idOf(row.no),
    timeMs: Number(row.time_ms),
    operator: row.operator,
    action: row.action,
    details: JSON.parse(row.details),
    prevHash: row.prev_hash,
    hash: row.hash,
  };
}
