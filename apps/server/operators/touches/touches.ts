import type { AccountTouch, OperatorRole, TouchAct, TouchCode } from '@candor/api';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { type Db, idOf, kyselyOf, migrate, type Trx } from '../../base/database/index.ts';
import { boundsOf, type Listed, type PageRequest } from '../../base/records/paging.ts';
import { migrations } from './schema.ts';

export interface NewTouch {
  /** The user whom the act concerns. */
  readonly userId: number;
  readonly operator: { readonly name: string; readonly role: OperatorRole };
  readonly act: TouchAct;
  /** The operator's words, which the user reads; null where the act is its own reason. */
  readonly reason: string | null;
  /** The coded reason of a decision, whose text is `review.reason.<code>`; null or left out for any other act. */
  readonly code?: TouchCode | null;
  /** The number of a correction; null or left out for any other act. */
  readonly correctionNo?: number | null;
  /** The number of a reversed deposit; null or left out for any other act. */
  readonly depositNo?: number | null;
}

const VISIT_MS = 5 * 60_000;

/** Entries of operators' acts and views on users' accounts. Users read all of it; nothing takes an entry away. */
export interface Touches {
  /** Enters an act within the caller's transaction, of any schema: no act without its entry. */
  note(trx: Trx, touch: NewTouch): Promise<void>;
  /** Enters an act that writes nothing else, such as a view. It is durable before anything is shown. */
  noteView(touch: NewTouch): Promise<void>;
  /**
   * Enters a look at an account. Looks of one operator within five minutes are one visit, with the reason of its first;
   * a visit for another reason is an entry of its own. Durable before anything is shown.
   */
  noteVisit(touch: NewTouch): Promise<void>;
  /** The entries of a user, newest first. */
  list(userId: number, page: PageRequest): Promise<Listed<AccountTouch>>;
  /** The reasons of reversed deposits of a user, by their numbers. */
  reversalReasons(userId: number, numbers: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** The reasons of corrections of a user, by their numbers. */
  correctionReasons(userId: number, numbers: readonly number[]): Promise<ReadonlyMap<number, string>>;
}

/** Opens the room: migrates its schema and returns it. */
export async function openTouches({
  pool,
  now,
}: {
  readonly pool: Pool;
  readonly now: () => number;
}): Promise<Touches> {
  await migrate(pool, 'touches', migrations);
  const db = kyselyOf(pool);

  async function note(trx: Trx, touch: NewTouch): Promise<void> {
    const { userId, operator, act, reason, code = null, correctionNo = null, depositNo = null } = touch;
    await trx
      .insertInto('touches.touch')
      .values({
        user_id: userId,
        at: new Date(now()),
        act,
        reason,
        code,
        role: operator.role,
        operator: operator.name,
        correction_no: correctionNo,
        deposit_no: depositNo,
      })
      .execute();
  }

  return {
    note,
    noteVisit: (touch) =>
      db.transaction().execute(async (trx) => {
        const { userId, operator, act, code = null } = touch;
        await sql`select pg_advisory_xact_lock(hashtext(${`candor visit ${userId}`}))`.execute(trx);
        const earlier = await trx
          .selectFrom('touches.touch')
          .select('touch_id')
          .where('user_id', '=', BigInt(userId))
          .where('operator', '=', operator.name)
          .where('act', '=', act)
          .where('code', 'is not distinct from', code)
          .where('at', '>', new Date(now() - VISIT_MS))
          .limit(1)
          .executeTakeFirst();
        if (earlier === undefined) await note(trx, touch);
      }),
    noteView: (touch) => db.transaction().execute((trx) => note(trx, touch)),
    ...touchReads(db),
  };
}

/** Entries of a user, and the reasons that stand in them. */
function touchReads(db: Db): Pick<Touches, 'list' | 'reversalReasons' | 'correctionReasons'> {
  return {
    async reversalReasons(userId, numbers) {
      if (numbers.length === 0) return new Map();
      const rows = await db
        .selectFrom('touches.touch')
        .select(['deposit_no', 'reason'])
        .where('user_id', '=', BigInt(userId))
        .where('deposit_no', 'in', numbers.map(BigInt))
        .execute();
      return new Map(rows.map((row) => [Number(row.deposit_no), row.reason ?? '']));
    },
    async correctionReasons(userId, numbers) {
      if (numbers.length === 0) return new Map();
      const rows = await db
        .selectFrom('touches.touch')
        .select(['correction_no', 'reason'])
        .where('user_id', '=', BigInt(userId))
        .where('correction_no', 'in', numbers.map(BigInt))
        .execute();
      return new Map(rows.map((row) => [Number(row.correction_no), row.reason ?? '']));
    },
    async list(userId, page) {
      const { cursor, limit } = page;
      const { from, to } = boundsOf(page);
      let query = db
        .selectFrom('touches.touch')
        .select(['touch_id', 'at', 'role', 'act', 'reason', 'code'])
        .where('user_id', '=', BigInt(userId))
        .orderBy('touch_id', 'desc')
        .limit(limit + 1);
      if (cursor !== null) query = query.where('touch_id', '<', BigInt(cursor));
      if (from !== null) query = query.where('at', '>=', from);
      if (to !== null) query = query.where('at', '<', to);
      const rows = await query.execute();
      const shown = rows.slice(0, limit);
      return {
        records: shown.map((row) => ({
          id: idOf(row.touch_id),
          createTime: row.at.getTime(),
          reason: row.reason,
          code: row.code as TouchCode | null,
          role: row.role as OperatorRole,
          act: row.act as TouchAct,
        })),
        nextCursor: rows.length > limit ? String(shown.at(-1)?.touch_id) : null,
      };
    },
  };
}
