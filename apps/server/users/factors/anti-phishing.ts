import type { Db, Trx } from '../../base/database/index.ts';

/** Words that only the user and the house know: each mail of the house shows them. */
export interface AntiPhishing {
  /** The user's words, read within the transaction where one is given; null where none are set. */
  of(userId: number, trx?: Trx): Promise<string | null>;
  /** Sets the words within the act's transaction; null removes them. */
  set(trx: Trx, userId: number, words: string | null): Promise<void>;
}

export function createAntiPhishing(db: Db): AntiPhishing {
  return {
    async of(userId, trx) {
      const row = await (trx ?? db)
        .selectFrom('factors.anti_phishing')
        .select('words')
        .where('user_id', '=', BigInt(userId))
        .executeTakeFirst();
      return row?.words ?? null;
    },
    async set(trx, userId, words) {
      if (words === null) {
        await trx.deleteFrom('factors.anti_phishing').where('user_id', '=', BigInt(userId)).execute();
        return;
      }
      await trx
        .insertInto('factors.anti_phishing')
        .values({ user_id: userId, words })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ words }))
        .execute();
    },
  };
}
