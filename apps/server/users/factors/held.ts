import { sql } from 'kysely';
import type { Pool } from 'pg';
import { kyselyOf, type Trx } from '../../base/database/index.ts';
import { createHolds } from './holds.ts';

/**
 * Tells for a process that serves no user if withdrawals of a user wait: a freeze, or a change of a factor. Within a
 * transaction it is read through it.
 */
export function heldUsers(pool: Pool, now: () => number): (userId: number, within?: Trx) => Promise<boolean> {
  const db = kyselyOf(pool);
  const holds = createHolds(db, now);
  return async (userId, within) => {
    const { rows } = await sql<{ frozen: boolean }>`
      select frozen_at is not null as frozen from identity.user where user_id = ${userId}`.execute(
      within ?? db,
    );
    return rows[0]?.frozen === true || (await holds.current(userId, within)).length > 0;
  };
}
