import { sql } from 'kysely';
import type { Pool } from 'pg';
import { kyselyOf } from '../../base/database/index.ts';

/**
 * Tells for a process that serves no user if an account has a second kind of factor beside its passwords: without one
 * nobody could have been asked for a step-up.
 */
export function steppedUpUsers(pool: Pool): (userId: number) => Promise<boolean> {
  const db = kyselyOf(pool);
  return async (userId) => {
    const { rows } = await sql<{ has: boolean }>`
      select exists (select from factors.authenticator where user_id = ${userId})
        or exists (select from factors.passkey where user_id = ${userId})
        or exists (select from identity.user
          where user_id = ${userId} and (email is not null or phone is not null)) as has`.execute(db);
    return rows[0]?.has === true;
  };
}
