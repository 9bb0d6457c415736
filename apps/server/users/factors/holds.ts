import type { CallData, factorCalls } from '@candor/api';
import type { Db, Trx } from '../../base/database/index.ts';

export type HoldReason = CallData<(typeof factorCalls)['getSecurity']>['holds'][number]['reason'];

export interface Hold {
  readonly reason: HoldReason;
  readonly untilMs: number;
}

/** Hours that withdrawals wait after a change of password, factor or email. */
export const HOLD_HOURS = 24;
const HOUR_MS = 3_600_000;
/** The reason of the hold that begins with what is set first. */
export const SET_UP = 'setUp' satisfies HoldReason;

/** Until when no first factor, fund password or contact of an account begins a hold: as long as a hold lasts. */
export const setUpFreeUntilMs = (createdMs: number): number => createdMs + HOLD_HOURS * HOUR_MS;

/** Times until which a user's withdrawals wait, each with its reason. The wallet reads them before it pays out. */
export interface Holds {
  /** Begins a hold within the transaction of the change that causes it. */
  begin(trx: Trx, userId: number, reason: HoldReason, hours?: number): Promise<void>;
  /**
   * Begins the hold of a first factor, fund password or contact within its transaction: none for an account younger than
   * a day, and none while the hold of another first one lasts.
   */
  beginSetUp(trx: Trx, userId: number, createdMs: number): Promise<void>;
  /** The holds that last now, the longest first; within a transaction they are read through it. */
  current(userId: number, within?: Trx): Promise<readonly Hold[]>;
}

export function createHolds(db: Db, now: () => number): Holds {
  function timesOf(hours: number) {
    const timeMs = now();
    return { begun_at: new Date(timeMs), until: new Date(timeMs + hours * HOUR_MS) };
  }
  return {
    async begin(trx, userId, reason, hours = HOLD_HOURS) {
      const times = timesOf(hours);
      await trx
        .insertInto('factors.hold')
        .values({ user_id: userId, reason, ...times })
        .onConflict((conflict) => conflict.columns(['user_id', 'reason']).doUpdateSet(times))
        .execute();
    },
    async beginSetUp(trx, userId, createdMs) {
      if (now() < setUpFreeUntilMs(createdMs)) return;
      const times = timesOf(HOLD_HOURS);
      await trx
        .insertInto('factors.hold')
        .values({ user_id: userId, reason: SET_UP, ...times })
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'reason'])
            .doUpdateSet(times)
            .where('factors.hold.until', '<=', times.begun_at),
        )
        .execute();
    },
    async current(userId, within) {
      const rows = await (within ?? db)
        .selectFrom('factors.hold')
        .select(['reason', 'until'])
        .where('user_id', '=', BigInt(userId))
        .where('until', '>', new Date(now()))
        .orderBy('until', 'desc')
        .execute();
      return rows.map(({ reason, until }) => ({ reason: reason as HoldReason, untilMs: until.getTime() }));
    },
  };
}
