import { RECOVERY_HOLD_HOURS } from '@candor/api';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { type Db, idOf, kyselyOf, type Trx } from '../../base/database/index.ts';
import type { Task } from '../../base/jobs/index.ts';
import type { Reviews } from '../../gateway/review/index.ts';
import type { Factors } from '../factors/index.ts';
import type { Identity } from '../identity/index.ts';
import { FIRST, recoveryReviewName, SECOND } from './review-name.ts';

/** The task that removes factors once the waiting time is over. */
export const FINISH_TASK = 'finishRecovery';

export interface FinishOptions {
  readonly pool: Pool;
  readonly factors: Pick<Factors, 'forgetAll' | 'freezes' | 'holds' | 'notices'>;
  readonly identity: Pick<Identity, 'sessions' | 'password'>;
  readonly reviews: Pick<Reviews, 'enter'>;
  readonly now: () => number;
}

/** Two different operators approve. */
const APPROVALS = 2;

/**
 * Removes the factors of an account in one transaction: sessions, known devices and API keys end, the account is
 * unfrozen, and withdrawals wait. Only where two different operators approved, and not before the published time. Where
 * one of them was disabled since, the request goes back to the queue for another's approval.
 */
export function finishTask({ pool, factors, identity, reviews, now }: FinishOptions): Task {
  const db: Db = kyselyOf(pool);

  /** Returns true if enough operators of today approved a request; else it waits for approvals again. */
  async function isApproved(trx: Trx, request: number): Promise<boolean> {
    const due = await trx
      .selectFrom('recovery.request')
      .select('user_id')
      .where('request_no', '=', BigInt(request))
      .where('state', '=', 'approved')
      .where('due_at', '<=', new Date(now()))
      .forUpdate()
      .executeTakeFirst();
    if (due === undefined) return false;
    const { rows } = await sql<{ operator_id: bigint }>`
      select p.operator_id from recovery.approval a join operator.person p using (operator_id)
      where a.request_no = ${request} and p.disabled_at is null for share of p`.execute(trx);
    const approvers = new Set(rows.map(({ operator_id }) => operator_id)).size;
    if (approvers >= APPROVALS) return true;
    await trx
      .updateTable('recovery.request')
      .set({ state: 'waiting' })
      .where('request_no', '=', BigInt(request))
      .execute();
    const version = approvers === 0 ? FIRST : SECOND;
    await reviews.enter(trx, recoveryReviewName, {
      subject: String(request),
      version,
      userId: idOf(due.user_id),
    });
    return false;
  }

  return {
    name: FINISH_TASK,
    async run(row) {
      const userId = await db.transaction().execute(async (trx) => {
        if (!(await isApproved(trx, Number(row)))) return null;
        const found = await trx
          .updateTable('recovery.request')
          .set({ state: 'done', ended_at: new Date(now()) })
          .where('request_no', '=', BigInt(row))
          .returning(['user_id', 'password_hash'])
          .executeTakeFirstOrThrow();
        const id = idOf(found.user_id);
        await factors.forgetAll(trx, id);
        if (found.password_hash !== null) await identity.password.set(trx, id, found.password_hash);
        await sql`update recovery.request set password_hash = null where request_no = ${Number(row)}`.execute(
          trx,
        );
        await identity.sessions.endWithin(trx, id, null);
        await sql`delete from identity.known_device where owner_id = ${id}`.execute(trx);
        await sql`delete from apikeys.key where user_id = ${id}`.execute(trx);
        await factors.freezes.unfreeze(trx, id);
        await factors.holds.begin(trx, id, 'recovery', RECOVERY_HOLD_HOURS);
        await factors.notices.tell(trx, id, 'recoveryDone');
        return id;
      });
      if (userId !== null) identity.sessions.sayEnded(userId);
    },
  };
}
