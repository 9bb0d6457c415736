import { sql } from 'kysely';
import type { Db } from '../../base/database/index.ts';

/** The markets that a user watches, by symbol id. */
export interface Favourites {
  /** In the order in which they were added. */
  list(userId: number): Promise<readonly number[]>;
  /** Adding twice is adding once. Whether there was room: a user has at most 200. */
  add(userId: number, symbolId: number): Promise<boolean>;
  remove(userId: number, symbolId: number): Promise<void>;
}

const MOST = 200;

export function createFavourites(db: Db): Favourites {
  return {
    async list(userId) {
      const rows = await db
        .selectFrom('identity.favourite')
        .select('symbol_id')
        .where('user_id', '=', BigInt(userId))
        .orderBy('added_at')
        .orderBy('symbol_id')
        .execute();
      return rows.map((row) => row.symbol_id);
    },
    async add(userId, symbolId) {
      const { rows } = await sql<{ symbol_id: number }>`
        insert into identity.favourite (user_id, symbol_id)
        select ${userId}, ${symbolId}
        where (select count(*) from identity.favourite where user_id = ${userId}) < ${MOST}
        on conflict (user_id, symbol_id) do update set symbol_id = excluded.symbol_id
        returning symbol_id`.execute(db);
      return rows.length > 0;
    },
    async remove(userId, symbolId) {
      await db
        .deleteFrom('identity.favourite')
        .where('user_id', '=', BigInt(userId))
        .where('symbol_id', '=', symbolId)
        .execute();
    },
  };
}
