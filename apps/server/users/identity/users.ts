import type { Language } from '@candor/api';
import { sql } from 'kysely';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { type LoginName, newInviteCode } from './names.ts';

const UNIQUE_VIOLATION = '23505';

export interface User {
  readonly userId: number;
  readonly account: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly inviteCode: string;
  readonly invitedBy: number | null;
  readonly language: Language;
  /** Null for that of each device. */
  readonly timeZone: string | null;
  readonly createdMs: number;
  /** The file of the user's picture. */
  readonly avatar: string | null;
}

export interface NewUser {
  readonly name: LoginName;
  readonly passwordHash: string;
  readonly invitedBy: number | null;
  readonly language: Language;
}

/** Writes a user within the caller's transaction. @throws Refusal ACCOUNT_TAKEN */
export async function insertUser(trx: Trx, user: NewUser): Promise<number> {
  for (;;) {
    const row = await trx
      .insertInto('identity.user')
      .values({
        account: null,
        email: null,
        phone: null,
        [user.name.type]: user.name.value,
        password_hash: user.passwordHash,
        invite_code: newInviteCode(),
        invited_by: user.invitedBy,
        language: user.language,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .executeTakeFirst();
    if (row !== undefined) return idOf(row.user_id);
    if ((await findLogin(trx, user.name)) !== null) throw new Refusal('ACCOUNT_TAKEN', { field: 'account' });
    // Else the invite code was taken: one in 8.5e11, and tried again with another.
  }
}

/** The ids of the users after `userId`, in their order, at most `limit`. */
export async function usersAfter(db: Db, userId: number, limit: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('identity.user')
    .select('user_id')
    .where('user_id', '>', BigInt(userId))
    .where('closed_at', 'is', null)
    .orderBy('user_id')
    .limit(limit)
    .execute();
  return rows.map((row) => idOf(row.user_id));
}

/** The user with that login name and the hash of the password; null when there is none. */
export async function findLogin(
  db: Db,
  name: LoginName,
): Promise<{ readonly userId: number; readonly passwordHash: string } | null> {
  const row = await db
    .selectFrom('identity.user')
    .select(['user_id', 'password_hash'])
    .where((where) =>
      name.type === 'account'
        ? where(sql<string>`lower(account)`, '=', name.value.toLowerCase())
        : where(name.type, '=', name.value),
    )
    .executeTakeFirst();
  return row === undefined ? null : { userId: idOf(row.user_id), passwordHash: row.password_hash };
}

/** Whose invite code it is; null when nobody's. */
export async function findInviter(db: Db, inviteCode: string): Promise<number | null> {
  const row = await db
    .selectFrom('identity.user')
    .select('user_id')
    .where('invite_code', '=', inviteCode.toUpperCase())
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return row === undefined ? null : idOf(row.user_id);
}

/** The user; null when there is none. */
export async function findUser(db: Db, userId: number): Promise<User | null> {
  const row = await db
    .selectFrom('identity.user')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    userId: idOf(row.user_id),
    account: row.account,
    email: row.email,
    phone: row.phone,
    inviteCode: row.invite_code,
    invitedBy: row.invited_by === null ? null : Number(row.invited_by),
    language: row.language as Language,
    timeZone: row.time_zone,
    createdMs: row.created_at.getTime(),
    avatar: row.avatar,
  };
}

/** Changes the email or the phone of a user within the caller's transaction. @throws Refusal ACCOUNT_TAKEN */
export async function setContact(
  trx: Trx,
  userId: number,
  type: 'email' | 'phone',
  value: string,
): Promise<void> {
  try {
    await trx
      .updateTable('identity.user')
      .set({ [type]: value })
      .where('user_id', '=', BigInt(userId))
      .execute();
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
    throw new Refusal('ACCOUNT_TAKEN', { field: 'account' });
  }
}
