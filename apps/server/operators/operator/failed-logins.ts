import { sql } from 'kysely';
import type { Db, Trx } from '../../base/database/index.ts';
import type { OperatorLog } from './log.ts';

/** Why a login failed: no such name, a wrong password, a wrong code, a link that does not work, or too many attempts before it. */
export type LoginFailure = 'name' | 'password' | 'code' | 'link' | 'limit';

export interface FailedLogin {
  /** Name as it was typed. */
  readonly name: string;
  readonly address: string;
  readonly reason: LoginFailure;
}

/**
 * Failed logins in the operators' log, bounded so that a flood does not fill the chain. The first failure of a name,
 * address and reason is an entry at once; what follows within an hour is one more entry with its number. Of more than
 * twenty such rows in an hour the rest is one row by reason. So no hour adds more than 44 entries.
 */
export interface FailedLogins {
  note(failure: FailedLogin): Promise<void>;
  /** Writes down the hours that are over: call it before the log is read. */
  settle(): Promise<void>;
}

const HOUR_MS = 3_600_000;
const ROWS_PER_HOUR = 20;
const OTHERS = '*';

export function createFailedLogins(db: Db, log: OperatorLog, now: () => number): FailedLogins {
  const inTurn = (act: (trx: Trx) => Promise<void>) =>
    db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('candor failed logins'))`.execute(trx);
      await act(trx);
    });

  async function settleWithin(trx: Trx): Promise<void> {
    const over = await trx
      .deleteFrom('operator.failed_login')
      .where('first_ms', '<=', BigInt(now() - HOUR_MS))
      .returningAll()
      .execute();
    over.sort((left, right) => Number(left.first_ms) - Number(right.first_ms));
    for (const { name, address, reason, times, logged, last_ms } of over) {
      const more = Number(times) - Number(logged);
      if (more === 0) continue;
      const last = new Date(Number(last_ms)).toISOString();
      const details = { name, address, reason, times: String(more), last };
      await log.append(trx, { timeMs: now(), operator: 'system', action: 'loginFailed', details });
    }
  }

  /** Counts one more failure of a row that is there. Resolves with false where there is none. */
  async function countAgain(trx: Trx, failure: FailedLogin): Promise<boolean> {
    const { name, address, reason } = failure;
    const { numUpdatedRows } = await trx
      .updateTable('operator.failed_login')
      .set({ times: sql<number>`times + 1`, last_ms: now() })
      .where('name', '=', name)
      .where('address', '=', address)
      .where('reason', '=', reason)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  function insert(trx: Trx, failure: FailedLogin, logged: number) {
    const timeMs = now();
    return trx
      .insertInto('operator.failed_login')
      .values({ ...failure, first_ms: timeMs, last_ms: timeMs, times: 1, logged })
      .execute();
  }

  return {
    note: ({ name, address, reason }) =>
      inTurn(async (trx) => {
        await settleWithin(trx);
        const failure = { name, address, reason };
        if (await countAgain(trx, failure)) return;
        const { rows } = await trx
          .selectFrom('operator.failed_login')
          .select(({ fn }) => fn.countAll<bigint>().as('rows'))
          .where('name', '<>', OTHERS)
          .executeTakeFirstOrThrow();
        if (Number(rows) < ROWS_PER_HOUR) {
          await insert(trx, failure, 1);
          const entry = {
            timeMs: now(),
            operator: 'system',
            action: 'loginFailed',
            details: failure,
          } as const;
          await log.append(trx, entry);
          return;
        }
        const others = { name: OTHERS, address: OTHERS, reason };
        if (!(await countAgain(trx, others))) await insert(trx, others, 0);
      }),
    settle: () => inTurn(settleWithin),
  };
}
