import { sql } from 'kysely';
import { type Db, idOf } from '../../base/database/index.ts';

const DAY_MS = 86_400_000;

/**
 * Sums of users' withdrawals of this UTC day in base units of USDT: those that failed do not count, but those that the
 * recipient's own code failed.
 */
export async function takenTodayOf(
  db: Db,
  userIds: readonly number[],
  nowMs: number,
): Promise<ReadonlyMap<number, bigint>> {
  const from = new Date(nowMs - (nowMs % DAY_MS));
  const { rows } = await sql<{ user_id: bigint; sum: string }>`
    select user_id, sum(value_usdt) as sum from withdrawals.withdrawal
    where user_id = any(${userIds}::bigint[]) and requested_at >= ${from}::timestamptz
      and (state not in ('rejected', 'cancelled') or reason = 'recipient')
    group by user_id`.execute(db);
  return new Map(rows.map(({ user_id, sum }) => [idOf(user_id), BigInt(sum)]));
}

/** The sum of one user. */
export async function takenToday(db: Db, userId: number, nowMs: number): Promise<bigint> {
  return (await takenTodayOf(db, [userId], nowMs)).get(userId) ?? 0n;
}
