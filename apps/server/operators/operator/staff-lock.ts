import { sql, type Transaction } from 'kysely';
import type { OperatorSchema } from './schema.ts';

/** Lets one act on operators happen at a time, until the transaction ends. Taken before any person's row is locked. */
export async function lockStaff(trx: Transaction<OperatorSchema>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('candor staff'))`.execute(trx);
}
