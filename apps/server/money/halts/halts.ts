import type { HaltedKind } from '@candor/api';
import { InvariantError } from '@candor/money';
import { sql } from 'kysely';
import type { Db, Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';

/** The tables of the rows of each kind. A halted row is passed over by whoever works on it until two operators resume it. */
const ROWS = {
  deposit: { table: 'deposits.deposit', key: 'deposit_no' },
  withdrawal: { table: 'withdrawals.withdrawal', key: 'withdrawal_no' },
  movement: { table: 'treasury.movement', key: 'movement_no' },
  receipt: { table: 'treasury.receipt', key: 'receipt_no' },
} as const satisfies Record<HaltedKind, { readonly table: string; readonly key: string }>;

const KINDS = Object.keys(ROWS) as readonly HaltedKind[];
/** Rows shown at once. */
const MOST_SHOWN = 200;

/** A row whose assert failed. */
export interface HaltedRow {
  readonly kind: HaltedKind;
  readonly no: bigint;
  readonly chain: string;
  readonly coin: string;
  /** Code and facts of the assert. */
  readonly cause: string;
  readonly at: Date;
}

/**
 * Halts a row whose assert failed, within the caller's transaction if it is one; without a time, at that of the transaction.
 * Returns false for one that is halted.
 */
export async function haltRow(
  db: Db,
  kind: HaltedKind,
  no: bigint | number,
  error: InvariantError,
  nowMs: number | null,
): Promise<boolean> {
  const { table, key } = ROWS[kind];
  const at = nowMs === null ? null : new Date(nowMs);
  // its owner reads it where others read why they wait
  const told =
    kind === 'withdrawal' ? sql`, reason = case when ended_at is null then 'halted' else reason end` : sql``;
  const { rows } = await sql`
    with halted as (
      update ${sql.table(table)} set halted = ${error.message}, halted_at = coalesce(${at}::timestamptz, now()) ${told}
      where ${sql.ref(key)} = ${no} and halted is null returning *
    ) ${kind === 'withdrawal' ? NOTED : sql``}
    select 1 from halted`.execute(db);
  return rows.length > 0;
}

/** Notes for its owner that a withdrawal is held, as a step of its clock would. */
const NOTED = sql`, noted as (
  insert into notices.noted (user_id, key, kind, facts, at)
  select user_id, 'withdrawal:' || withdrawal_no || ':withdrawal-held', 'withdrawal-held',
    json_build_object('ref', withdrawal_no, 'reason', 'halted'), halted_at
  from halted where ended_at is null
)`;

/** Runs a step of one row, and halts the row where its assert fails: whoever works through rows goes on with the others. */
export async function orHalt(
  db: Db,
  kind: HaltedKind,
  no: bigint | number,
  nowMs: number,
  step: () => Promise<unknown>,
): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof InvariantError)) throw error;
    await haltRow(db, kind, no, error, nowMs);
  }
}

/** The halted rows, the oldest first. */
export async function listHalted(db: Db): Promise<readonly HaltedRow[]> {
  const each = KINDS.map(
    (kind) => sql`
      select ${kind} as kind, ${sql.ref(ROWS[kind].key)} as no, chain, coin, halted as cause, halted_at as at
      from ${sql.table(ROWS[kind].table)} where halted is not null`,
  );
  const { rows } = await sql<HaltedRow>`
    ${sql.join(each, sql` union all `)} order by at, kind, no limit ${MOST_SHOWN}`.execute(db);
  return rows;
}

/** Counts the halted rows of a chain. */
export async function countHalted(db: Db, chain: string): Promise<number> {
  const each = KINDS.map(
    (kind) => sql`
      (select count(*) from ${sql.table(ROWS[kind].table)} where halted is not null and chain = ${chain})`,
  );
  const { rows } = await sql<{ count: number }>`select (${sql.join(each, sql` + `)})::int as count`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Returns a halted row; null for one that is not. */
export async function findHalted(db: Db, kind: HaltedKind, no: number): Promise<HaltedRow | null> {
  const { table, key } = ROWS[kind];
  const { rows } = await sql<HaltedRow>`
    select ${kind} as kind, ${sql.ref(key)} as no, chain, coin, halted as cause, halted_at as at
    from ${sql.table(table)} where ${sql.ref(key)} = ${no} and halted is not null`.execute(db);
  return rows[0] ?? null;
}

/**
 * Lets a halted row go on, within the transaction of the act. The next round asserts it again, and halts it again where it
 * is still wrong. @throws Refusal OPERATOR_PROPOSAL_OUTDATED where it is not halted
 */
export async function resumeRow(trx: Trx, kind: HaltedKind, no: number): Promise<void> {
  const { table, key } = ROWS[kind];
  const told = kind === 'withdrawal' ? sql`, reason = nullif(reason, 'halted')` : sql``;
  const { rows } = await sql`
    update ${sql.table(table)} set halted = null, halted_at = null ${told}
    where ${sql.ref(key)} = ${no} and halted is not null returning ${sql.ref(key)}`.execute(trx);
  if (rows.length === 0) throw new Refusal('OPERATOR_PROPOSAL_OUTDATED');
}
