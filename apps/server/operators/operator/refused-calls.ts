import { sql } from 'kysely';
import type { Db } from '../../base/database/index.ts';
import type { OperatorLog } from './log.ts';

/** Calls that an operator's role does not allow, in the operators' log. */
export interface RefusedCalls {
  /** Logs the first refusal of this call to this operator within an hour, so that a flood does not fill the chain. */
  note(operator: string, call: string): Promise<void>;
}

const HOUR_MS = 3_600_000;

export function createRefusedCalls(db: Db, log: OperatorLog, now: () => number): RefusedCalls {
  /** Time at which this process noted each last, in ms: a flood of one call reads no rows. */
  const notedMs = new Map<string, number>();
  const isNoted = (key: string) => now() - (notedMs.get(key) ?? Number.NEGATIVE_INFINITY) < HOUR_MS;

  return {
    async note(operator, call) {
      const key = `${operator} ${call}`;
      if (isNoted(key)) return;
      await db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtext('candor refused calls'))`.execute(trx);
        const details = { call };
        const recent = await trx
          .selectFrom('operator.log')
          .select('no')
          .where('action', '=', 'callRefused')
          .where('operator', '=', operator)
          .where('details', '=', JSON.stringify(details))
          .where('time_ms', '>', BigInt(now() - HOUR_MS))
          .limit(1)
          .executeTakeFirst();
        if (recent !== undefined) return;
        await log.append(trx, { timeMs: now(), operator, action: 'callRefused', details });
      });
      notedMs.set(key, now());
    },
  };
}
