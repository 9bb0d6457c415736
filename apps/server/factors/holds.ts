import type { CallData, factorCalls } from '@candor/api';
import { type Kysely, sql, type Transaction } from 'kysely';
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
  /** The holds that last now, the longest first. */
  current(userId: number): Promise<readonly Hold[]>;
  /** The longest hold that lasts now, and whether a fund password is set: what stands before a withdrawal, in one question. */
  beforeWithdrawal(userId: number): Promise<BeforeWithdrawal>;
}

export interface BeforeWithdrawal {
  readonly hasFundPassword: boolean;
  readonly hold: Hold | null;
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
    async current(userId) {
      const rows = await db
        .selectFrom('factors.hold')
        .select(['reason', 'until'])
        .where('user_id', '=', userId)
        .where('until', '>', new Date(now()))
        .orderBy('until', 'desc')
        .execute();
      return rows.map(({ reason, until }) => ({ reason: reason as HoldReason, untilMs: until.getTime() }));
    },
    async beforeWithdrawal(userId) {
      const { rows } = await sql<{ has_password: boolean; reason: HoldReason | null; until: Date | null }>`
        select exists (select from factors.fund_password where user_id = ${userId}) as has_password, h.reason, h.until
        from (select) as one
        left join lateral (
          select reason, until from factors.hold
          where user_id = ${userId} and until > ${new Date(now())}::timestamptz order by until desc limit 1
        ) as h on true`.execute(db);
      const { has_password: hasFundPassword, reason, until } = rows[0]!;
      return {
        hasFundPassword,
        hold: reason === null || until === null ? null : { reason, untilMs: until.getTime() },
      };
    },
  };
}
