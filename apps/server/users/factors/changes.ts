import { sql } from 'kysely';
import type { Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { HoldReason, Holds } from './holds.ts';

/** Parts of the set-up of an account: what shows its owner, and what guards its funds. */
export type SetUpPart = 'authenticator' | 'passkey' | 'recovery' | 'fundPassword' | 'email' | 'phone';

const reasonOf: Readonly<Record<SetUpPart, HoldReason>> = {
  authenticator: 'factor',
  passkey: 'factor',
  recovery: 'factor',
  fundPassword: 'fundPassword',
  email: 'email',
  phone: 'phone',
};

/** Tables in which a row of the user says that the part is set; a contact stands with the user. */
const tableOf: Readonly<Record<Exclude<SetUpPart, 'email' | 'phone'>, string>> = {
  authenticator: 'factors.authenticator',
  passkey: 'factors.passkey',
  recovery: 'factors.recovery_code',
  fundPassword: 'factors.fund_password',
};

const isSet = (part: SetUpPart, userId: number) =>
  part === 'email' || part === 'phone'
    ? sql<boolean>`${sql.ref(part)} is not null`
    : sql<boolean>`exists (select from ${sql.table(tableOf[part])} where user_id = ${userId})`;

/**
 * Begins the hold of what is set or changed next in the same transaction: that of the set-up for what is set first, that of
 * a change for anything else. The user's row is locked, so that of two at once one is the first. Returns true for a first.
 */
export async function holdFor(holds: Holds, trx: Trx, userId: number, part: SetUpPart): Promise<boolean> {
  const locked = await sql<{ created_at: Date }>`
    select created_at from identity.user where user_id = ${userId} for no key update`.execute(trx);
  const createdMs = locked.rows[0]?.created_at.getTime();
  if (createdMs === undefined) throw new Refusal('SIGNED_OUT');
  // a statement of its own: it sees what the one before waited for
  const { rows } = await sql<{ is_set: boolean }>`
    select ${isSet(part, userId)} as is_set from identity.user where user_id = ${userId}`.execute(trx);
  const isFirst = rows[0]?.is_set !== true;
  if (isFirst) await holds.beginSetUp(trx, userId, createdMs);
  else await holds.begin(trx, userId, reasonOf[part]);
  return isFirst;
}
