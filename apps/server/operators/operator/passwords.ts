import type { Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { type HashSender, hashPassword, passwordMatches } from '../../gateway/logins/index.ts';
import type { SetupLinks } from './setup-links.ts';

const LEAST_PASSWORD = 12;

/** An operator as the password is set and compared. */
export interface PasswordOwner {
  readonly name: string;
  readonly password_hash: string | null;
  readonly setup_until: Date | null;
}

export const senderOf = (name: string): HashSender => ({
  lane: 'operator',
  keys: [`operator ${name.toLowerCase()}`],
});

export const isWeak = (password: string, oldPassword: string, name: string) =>
  [...password].length < LEAST_PASSWORD ||
  password === oldPassword ||
  password.toLowerCase().includes(name.toLowerCase());

/** The hash of a newcomer's own password; null where there is one already. */
export async function firstPassword(
  person: PasswordOwner,
  newPassword: string | undefined,
): Promise<string | null> {
  if (person.setup_until === null) return null;
  if (newPassword === undefined) throw new Refusal('OPERATOR_PASSWORD_NEEDED', { field: 'newPassword' });
  if (
    isWeak(newPassword, '', person.name) ||
    (person.password_hash !== null &&
      (await passwordMatches(person.password_hash, newPassword, senderOf(person.name))))
  )
    throw new Refusal('OPERATOR_PASSWORD_WEAK', { field: 'newPassword' });
  return hashPassword(newPassword, senderOf(person.name));
}

/** Sets the own password and ends the setup secret or the link, which so works once. */
export async function setFirstPassword(
  trx: Trx,
  links: Pick<SetupLinks, 'end'>,
  operatorId: number,
  passwordHash: string,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('operator.person')
    .set({ password_hash: passwordHash, setup_until: null })
    .where('operator_id', '=', BigInt(operatorId))
    .where('setup_until', 'is not', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('OPERATOR_STEP_EXPIRED');
  await links.end(trx, operatorId);
}
