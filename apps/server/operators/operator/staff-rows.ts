import { sql } from 'kysely';
import type { Db, Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';

/** Returns an operator who is not disabled. @throws Refusal NOT_FOUND */
export async function findPerson(within: Db, operatorId: number) {
  const person = await within
    .selectFrom('operator.person')
    .selectAll()
    .where('operator_id', '=', BigInt(operatorId))
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (person === undefined) throw new Refusal('NOT_FOUND');
  return person;
}

/** Refuses an act after which nobody could add operators or change roles. */
export async function keepAdmin(trx: Trx, without: number): Promise<void> {
  const other = await trx
    .selectFrom('operator.person')
    .select('operator_id')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .where('totp_sealed', 'is not', null)
    .where('operator_id', '<>', BigInt(without))
    .limit(1)
    .executeTakeFirst();
  if (other === undefined) throw new Refusal('OPERATOR_LAST_ADMIN');
}

export async function endSessions(trx: Trx, operatorId: number): Promise<void> {
  await trx.deleteFrom('operator.ticket').where('operator_id', '=', BigInt(operatorId)).execute();
  await trx.deleteFrom('operator.session').where('operator_id', '=', BigInt(operatorId)).execute();
}

/** Lets others take over what an operator has in hand. It stays in hand: a payment by hand may be made already. */
export const forgetClaims = (trx: Trx, operatorId: number) =>
  trx
    .updateTable('review.item')
    .set({ claimed_at: null })
    .where('item_id', 'in', (items) =>
      items
        .selectFrom('review.item')
        .select('item_id')
        .where('claimed_by', '=', BigInt(operatorId))
        .where('state', '=', 'claimed')
        // in the order in which others lock several items
        .orderBy('item_id')
        .forUpdate(),
    )
    .execute();

/** The refusal of a name, or of a mail, that another operator has. */
export async function takenBy(within: Db, name: string): Promise<Refusal> {
  const named = await within
    .selectFrom('operator.person')
    .select('operator_id')
    .where(sql<string>`lower(name)`, '=', name.toLowerCase())
    .executeTakeFirst();
  return named === undefined
    ? new Refusal('OPERATOR_MAIL_TAKEN', { field: 'mail' })
    : new Refusal('OPERATOR_NAME_TAKEN', { field: 'name' });
}
