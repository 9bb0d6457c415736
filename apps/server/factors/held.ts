import { sql } from 'kysely';
import type { Pool } from 'pg';
import { kyselyOf } from '../database/index.ts';
import { createHolds } from './holds.ts';
import type { FactorsSchema } from './schema.ts';

/** Tells for a process that serves no user if withdrawals of a user wait: a freeze, or a change of a factor. */
export function heldUsers(pool: Pool, now: () => number): (userId: number) => Promise<boolean> {
  const db = kyselyOf<FactorsSchema>(pool);
  const holds = createHolds(db, now);
  return async (userId) => {
    const { rows } = await sql<{ frozen: boolean }>`
      select frozen_at is not null as frozen from identity.user where user_id = ${userId}`.execute(db);
    return rows[0]?.frozen === true || (await holds.current(userId)).length > 0;
  };
}
