import { type Kysely, sql } from 'kysely';
import type { WithdrawalsSchema } from './schema.ts';

const DAY_MS = 86_400_000;

/** Sum of a user's withdrawals of this UTC day in base units of USDT: those that failed do not count. */
export async function takenToday(
  of: Kysely<WithdrawalsSchema>,
  userId: number,
  nowMs: number,
): Promise<bigint> {
  const from = new Date(nowMs - (nowMs % DAY_MS));
  const { sum } = await of
    .selectFrom('withdrawals.withdrawal')
    .select(({ fn }) => fn.coalesce(fn.sum<string>('value_usdt'), sql<string>`0`).as('sum'))
    .where('user_id', '=', userId)
    .where('requested_at', '>=', from)
    .where('state', 'not in', ['rejected', 'cancelled'])
    .executeTakeFirstOrThrow();
  return BigInt(sum);
}
