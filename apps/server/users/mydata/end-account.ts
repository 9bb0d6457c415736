import { type RawBuilder, sql } from 'kysely';
import { type Db, kyselyOf, type Trx } from '../../base/database/index.ts';
import { addJob, type Task } from '../../base/jobs/index.ts';
import { deletedAtClosing, type LeftOut, type OwnData, type OwnRows } from '../../base/records/own-data.ts';
import type { Promises } from '../../engine/outbox/index.ts';
import { type Files, keepsEvidence } from '../../gateway/files/index.ts';
import type { Factors } from '../factors/index.ts';
import type { Identity } from '../identity/index.ts';
import { CLOSE_TASK, type Closings, REMIND_TASK } from './closings.ts';
import { ownersRows } from './make-export.ts';
import { type StillOpenDeps, stillOpenOf } from './still-open.ts';

export interface EndAccountOptions extends StillOpenDeps {
  readonly files: Pick<Files, 'vault'>;
  readonly sessions: Pick<Identity['sessions'], 'endWithin' | 'sayEnded'>;
  readonly notices: Pick<Factors['notices'], 'tell'>;
  readonly closings: Pick<Closings, 'cancel'>;
  /** The records of users of every room. */
  readonly ownData: readonly OwnData[];
  readonly leftOut: readonly LeftOut[];
  readonly outbox: Pick<Promises, 'promiseOnce'>;
  readonly now: () => number;
}

/** An account that is owed something, and one that was ended, is looked at again after this. */
const AGAIN_MS = 3_600_000;

/** All tables with users' ids, each once. */
export function ownedRows(ownData: readonly OwnData[], leftOut: readonly LeftOut[]): readonly OwnRows[] {
  const all: OwnRows[] = [...leftOut];
  for (const { tables = [], records = [] } of ownData) {
    all.push(...tables);
    for (const { from } of records) all.push(...from);
  }
  return [...new Map(all.map((rows) => [rows.table, rows])).values()];
}

/** The condition of a user's rows as a part of a statement. */
const belongs = (rows: OwnRows, userId: number): RawBuilder<boolean> =>
  sql.raw(ownersRows(rows).replaceAll('$1', String(userId)));

async function forget(trx: Trx, rows: OwnRows, userId: number): Promise<void> {
  const table = sql.table(rows.table);
  const deleted = deletedAtClosing(rows);
  if (deleted !== null)
    await sql`delete from ${table} where ${belongs(rows, userId)} and ${sql.raw(deleted)}`.execute(trx);
  if (rows.atClosing === 'delete') return;
  const sets = Object.entries(rows.atClosing.sets ?? {});
  if (sets.length === 0) return;
  const changes = sets.map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`update ${table} set ${sql.join(changes)} where ${belongs(rows, userId)}`.execute(trx);
}

/**
 * The task that ends an account. First nobody can log in any more; then what waits for operators is withdrawn; then, in one
 * transaction with the last message, its files go, and its rows are deleted or made anonymous. An hour later it looks again: a
 * request that was under way meanwhile may have left something. A job that begins again goes on where it stopped. What the
 * journal holds stays as it is.
 */
export function closeTask(options: EndAccountOptions): Task {
  const { pool, files, sessions, notices, closings, ownData, leftOut, outbox, now } = options;
  const db: Db = kyselyOf(pool);

  /**
   * True once nobody can log in. Where the ledger still pays what was earned, the account only stops earning, and is looked
   * at again once that is paid.
   */
  async function shut(userId: number): Promise<boolean> {
    // asked first: what is paid after this answer is a balance in the next one
    const owed = await Promise.all(ownData.map(({ ledgerOwes }) => ledgerOwes?.(userId) ?? false));
    const { open, dust } = await stillOpenOf(options, userId);
    const ends = await Promise.all(ownData.map(({ ledgerEnds }) => ledgerEnds?.(userId) ?? []));
    const promised = ends
      .flat()
      .map((body) => ({ key: `${CLOSE_TASK}:${userId}:${body.type}`, userId: 0, body }));
    const isShut = await db.transaction().execute(async (trx) => {
      // waits for each transaction that has added a row of the user, or entered something for review
      const { rows } = await sql<{ closed: boolean }>`
        select closed_at is not null as closed from identity.user
        where user_id = ${userId} for update`.execute(trx);
      if (rows[0]?.closed !== false) return rows[0]?.closed === true;
      const due = await trx
        .selectFrom('mydata.closing')
        .selectAll()
        .where('user_id', '=', BigInt(userId))
        .where('ends_at', '<=', new Date(now()))
        .executeTakeFirst();
      if (due === undefined) return false;
      if (open.length > 0 || (dust.length > 0 && !due.leaves_dust)) {
        await closings.cancel(trx, userId);
        await notices.tell(trx, userId, 'closingStopped');
        return false;
      }
      for (const each of promised) await outbox.promiseOnce(trx, each);
      if (owed.includes(true)) {
        const row = String(userId);
        const runAt = new Date(now() + AGAIN_MS);
        await addJob(trx, { task: CLOSE_TASK, row, key: `${CLOSE_TASK}:${row}`, runAt });
        return false;
      }
      await sessions.endWithin(trx, userId, null);
      await sql`update identity.user set closed_at = ${new Date(now())} where user_id = ${userId}`.execute(
        trx,
      );
      return true;
    });
    if (isShut) sessions.sayEnded(userId);
    return isShut;
  }

  /**
   * Withdraws what waits for operators. It is committed before pictures are read: a decision that makes them evidence is
   * over by then or comes too late, also where what follows deletes files and is rolled back. The first statement waits for
   * decisions that are under way; the second one sees what a first approval among them has entered.
   */
  async function withdraw(userId: number): Promise<void> {
    const statement = sql`
      update review.item set state = 'withdrawn', ended_at = ${new Date(now())}
      where item_id in (select item_id from review.item
        where user_id = ${userId} and state in ('open', 'claimed') order by item_id for update)`;
    await statement.execute(db);
    await statement.execute(db);
  }

  async function deleteFiles(trx: Trx, userId: number): Promise<void> {
    const { rows } = await sql<{ id: string }>`
      select file_id as id from files.file where user_id = ${userId} and ${sql.raw(keepsEvidence.butDeletes)}
      union all select export_id from mydata.export where user_id = ${userId}`.execute(trx);
    for (const { id } of rows) await files.vault.remove(id);
  }

  return {
    name: CLOSE_TASK,
    async run(row) {
      const userId = Number(row);
      if (!(await shut(userId))) return;
      await withdraw(userId);
      await db.transaction().execute(async (trx) => {
        const { rows } = await sql<{ known: boolean }>`
          select num_nonnulls(account, email, phone) > 0 as known from identity.user
          where user_id = ${userId} for update`.execute(trx);
        await deleteFiles(trx, userId);
        if (rows[0]?.known === true) {
          // The last message belongs to nobody: it goes to contacts, under words, that this transaction forgets.
          await notices.tell(trx, userId, 'accountClosed', { isLast: true });
          const runAt = new Date(now() + AGAIN_MS);
          await addJob(trx, { task: CLOSE_TASK, row, key: `${CLOSE_TASK}:${row}`, runAt });
        }
        for (const each of ownedRows(ownData, leftOut))
          if (each.table !== 'identity.user') await forget(trx, each, userId);
        const user = ownedRows(ownData, []).find(({ table }) => table === 'identity.user');
        if (user !== undefined) await forget(trx, user, userId);
      });
    },
  };
}

/** The task that reminds of a closing some days before its end. */
export function remindTask({
  pool,
  notices,
  now,
}: Pick<EndAccountOptions, 'pool' | 'notices' | 'now'>): Task {
  const db: Db = kyselyOf(pool);
  return {
    name: REMIND_TASK,
    async run(row) {
      await db.transaction().execute(async (trx) => {
        const due = await trx
          .selectFrom('mydata.closing')
          .select('ends_at')
          .where('user_id', '=', BigInt(row))
          .where('ends_at', '>', new Date(now()))
          .executeTakeFirst();
        if (due !== undefined) await notices.tell(trx, Number(row), 'closingSoon');
      });
    },
  };
}
