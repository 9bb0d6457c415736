import type { Db } from '../../base/database/index.ts';

/** Counts the accounts that are open. One person may hold several; the house's own accounts are none of them. */
export async function countAccounts(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('identity.user')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
