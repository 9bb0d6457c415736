import { CLOSING_DAYS, type Closing } from '@candor/api';
import { sql } from 'kysely';
import type { Db, Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { addJob } from '../../base/jobs/index.ts';
import type { Factors } from '../factors/index.ts';
import type { Identity } from '../identity/index.ts';
import { type StillOpenDeps, stillOpenOf } from './still-open.ts';

/** The task that ends an account whose time is over. */
export const CLOSE_TASK = 'closeAccount';
/** The task that writes a reminder some days before. */
export const REMIND_TASK = 'remindClosing';

const DAY_MS = 86_400_000;
const REMINDED_DAYS = 3;

/** Closing an account: asked for, then 30 days in which a login cancels it. */
export interface Closings {
  /** Lists what is open, and whether and when the account ends. */
  of(userId: number): Promise<Closing>;
  /** @throws Refusal CLOSING_STILL_OPEN with what is open, CLOSING_DUST where small balances are not given up */
  check(userId: number, leavesDust: boolean): Promise<void>;
  /** Begins the closing within the act's transaction: sessions and API keys end. */
  begin(trx: Trx, userId: number, leavesDust: boolean): Promise<void>;
  /** Ends a closing within the transaction of a login, or when something is open at its end. True where there was one. */
  cancel(trx: Trx, userId: number): Promise<boolean>;
}

export interface ClosingsDeps extends StillOpenDeps {
  readonly db: Db;
  readonly sessions: Pick<Identity['sessions'], 'endWithin'>;
  readonly notices: Pick<Factors['notices'], 'tell'>;
  readonly now: () => number;
}

export function createClosings(deps: ClosingsDeps): Closings {
  const { db, sessions, notices, now } = deps;
  const rowOf = (userId: number) =>
    db.selectFrom('mydata.closing').selectAll().where('user_id', '=', BigInt(userId)).executeTakeFirst();

  return {
    async of(userId) {
      const [row, found] = await Promise.all([rowOf(userId), stillOpenOf(deps, userId)]);
      return {
        requestTime: row?.requested_at.getTime() ?? null,
        endTime: row?.ends_at.getTime() ?? null,
        ...found,
      };
    },
    async check(userId, leavesDust) {
      const { open, dust } = await stillOpenOf(deps, userId);
      if (open.length > 0) {
        const details = Object.fromEntries(open.map(({ kind, count }) => [kind, String(count)]));
        throw new Refusal('CLOSING_STILL_OPEN', { details });
      }
      if (dust.length > 0 && !leavesDust) throw new Refusal('CLOSING_DUST', { field: 'leaveDust' });
    },
    async begin(trx, userId, leavesDust) {
      const timeMs = now();
      const endsAt = new Date(timeMs + CLOSING_DAYS * DAY_MS);
      await trx
        .insertInto('mydata.closing')
        .values({ user_id: userId, requested_at: new Date(timeMs), ends_at: endsAt, leaves_dust: leavesDust })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await sessions.endWithin(trx, userId, null);
      await sql`delete from apikeys.key where user_id = ${userId}`.execute(trx);
      await notices.tell(trx, userId, 'closingAsked');
      const row = String(userId);
      const remindAt = new Date(endsAt.getTime() - REMINDED_DAYS * DAY_MS);
      await addJob(trx, { task: REMIND_TASK, row, key: `${REMIND_TASK}:${row}`, runAt: remindAt });
      await addJob(trx, { task: CLOSE_TASK, row, key: `${CLOSE_TASK}:${row}`, runAt: endsAt });
    },
    async cancel(caller, userId) {
      const trx = caller;
      const { numDeletedRows } = await trx
        .deleteFrom('mydata.closing')
        .where('user_id', '=', BigInt(userId))
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
}
