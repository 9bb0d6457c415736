import type { CallData, factorCalls } from '@candor/api';
import type { Kysely, Transaction } from 'kysely';
import type { FactorsSchema } from './schema.ts';

export type HoldReason = CallData<(typeof factorCalls)['getSecurity']>['holds'][number]['reason'];

export interface Hold {
  readonly reason: HoldReason;
  readonly untilMs: number;
}

/** Hours that withdrawals wait after a change of password, factor or email. */
export const HOLD_HOURS = 24;
const HOUR_MS = 3_600_000;

/** Tells if a first fund password begins a hold: not while the account is younger than the hold lasts. */
export const firstFundPasswordHolds = (createdMs: number, nowMs: number): boolean =>
  nowMs - createdMs >= HOLD_HOURS * HOUR_MS;

/** Times until which a user's withdrawals wait, each with its reason. The wallet reads them before it pays out. */
export interface Holds {
  /** Begins a hold within the transaction of the change that causes it. */
  begin(trx: Transaction<FactorsSchema>, userId: number, reason: HoldReason, hours?: number): Promise<void>;
  /** The holds that last now, the longest first; within a transaction they are read through it. */
  current<Schema>(userId: number, within?: Transaction<Schema>): Promise<readonly Hold[]>;
}

export function createHolds(db: Kysely<FactorsSchema>, now: () => number): Holds {
  return {
    async begin(trx, userId, reason, hours = HOLD_HOURS) {
      const times = { begun_at: new Date(now()), until: new Date(now() + hours * HOUR_MS) };
      await trx
        .insertInto('factors.hold')
        .values({ user_id: userId, reason, ...times })
        .onConflict((conflict) => conflict.columns(['user_id', 'reason']).doUpdateSet(times))
        .execute();
    },
    async current(userId, within) {
      const rows = await ((within as Kysely<FactorsSchema> | undefined) ?? db)
        .selectFrom('factors.hold')
        .select(['reason', 'until'])
        .where('user_id', '=', userId)
        .where('until', '>', new Date(now()))
        .orderBy('until', 'desc')
        .execute();
      return rows.map(({ reason, until }) => ({ reason: reason as HoldReason, untilMs: until.getTime() }));
    },
  };
}
