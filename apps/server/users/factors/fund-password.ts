import type { Db, Trx } from '../../base/database/index.ts';
import { hashedPasswordMatches } from '../../gateway/logins/index.ts';

/** The password that withdrawals ask for. Like the login password it travels as its SHA-256. */
export interface FundPassword {
  isSet(userId: number): Promise<boolean>;
  matches(userId: number, sha256: string): Promise<boolean>;
  /** Keeps a hash within the act's transaction. */
  set(trx: Trx, userId: number, hash: string): Promise<void>;
}

export function createFundPassword(db: Db, now: () => number): FundPassword {
  const read = async (userId: number) => {
    const row = await db
      .selectFrom('factors.fund_password')
      .select('password_hash')
      .where('user_id', '=', BigInt(userId))
      .executeTakeFirst();
    return row?.password_hash ?? null;
  };
  return {
    isSet: async (userId) => (await read(userId)) !== null,
    matches: async (userId, sha256) =>
      hashedPasswordMatches(await read(userId), sha256, { lane: 'user', keys: [`user ${userId}`] }),
    async set(trx, userId, hash) {
      const kept = { password_hash: hash, set_at: new Date(now()) };
      await trx
        .insertInto('factors.fund_password')
        .values({ user_id: userId, ...kept })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(kept))
        .execute();
    },
  };
}
