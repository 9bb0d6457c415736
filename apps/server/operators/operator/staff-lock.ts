import { sql } from 'kysely';
import type { Trx } from '../../base/database/index.ts';

/** Lets one act on operators happen at a time, until the transaction ends. Taken before any person's row is locked. */
export async function lockStaff(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('candor staff'))`.execute(trx);
}
