import { RECOVERY_HOLD_HOURS } from '@candor/api';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Pool } from 'pg';
import { kyselyOf } from '../database/index.ts';
import type { Factors } from '../factors/index.ts';
import type { Identity, IdentitySchema } from '../identity/index.ts';
import type { Task } from '../jobs/index.ts';
import type { RecoverySchema } from './schema.ts';

/** The task that removes factors once the waiting time is over. */
export const FINISH_TASK = 'finishRecovery';

export interface FinishOptions {
  readonly pool: Pool;
  readonly factors: Pick<Factors, 'forgetAll' | 'freezes' | 'holds' | 'notices'>;
  readonly identity: Pick<Identity, 'sessions' | 'password'>;
  readonly now: () => number;
}

/**
 * Removes the factors of an account in one transaction: sessions, known devices and API keys end, the account is
 * unfrozen, and withdrawals wait. Only where two different operators approved, and not before the published time.
 */
export function finishTask({ pool, factors, identity, now }: FinishOptions): Task {
  const db: Kysely<RecoverySchema> = kyselyOf(pool);
  return {
    name: FINISH_TASK,
    async run(row) {
      const userId = await db.transaction().execute(async (trx) => {
        const found = await trx
          .updateTable('recovery.request')
          .set({ state: 'done', ended_at: new Date(now()) })
          .where('request_no', '=', Number(row))
          .where('state', '=', 'approved')
          .where('due_at', '<=', new Date(now()))
          .where(
            sql<boolean>`(select count(distinct operator_id) from recovery.approval a
              where a.request_no = recovery.request.request_no) >= 2`,
          )
          .returning(['user_id', 'password_hash'])
          .executeTakeFirst();
        if (found === undefined) return null;
        const id = Number(found.user_id);
        const inIdentity = trx as unknown as Transaction<IdentitySchema>;
        const inFactors = trx as unknown as Parameters<Factors['forgetAll']>[0];
        await factors.forgetAll(inFactors, id);
        if (found.password_hash !== null) await identity.password.set(inIdentity, id, found.password_hash);
        await sql`update recovery.request set password_hash = null where request_no = ${Number(row)}`.execute(
          trx,
        );
        await identity.sessions.endWithin(inIdentity, id, null);
        await sql`delete from identity.known_device where owner_id = ${id}`.execute(trx);
        await sql`delete from apikeys.key where user_id = ${id}`.execute(trx);
        await factors.freezes.unfreeze(inFactors, id);
        await factors.holds.begin(inFactors, id, 'recovery', RECOVERY_HOLD_HOURS);
        await factors.notices.tell(trx, id, 'recoveryDone');
        return id;
      });
      if (userId !== null) identity.sessions.sayEnded(userId);
    },
  };
}
