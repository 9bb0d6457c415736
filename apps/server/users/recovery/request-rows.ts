import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Language, RecoveryShown } from '@candor/api';
import { type Selectable, sql } from 'kysely';
import { type Database, type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Codes } from '../../gateway/codes/index.ts';
import type { Files } from '../../gateway/files/index.ts';
import type { Messages } from '../../gateway/messages/index.ts';
import type { Reviews } from '../../gateway/review/index.ts';
import type { Factors } from '../factors/index.ts';
import { type Identity, maskedAccount, type User } from '../identity/index.ts';
import type { Kyc } from '../kyc/index.ts';

export type RequestRow = Selectable<Database['recovery.request']>;

export interface RequestsDeps {
  readonly db: Db;
  readonly identity: Pick<Identity, 'user' | 'entry'>;
  readonly factors: Pick<Factors, 'antiPhishing' | 'notices' | 'guesses'>;
  readonly kyc: Pick<Kyc, 'certification'>;
  readonly files: Pick<Files, 'take' | 'keep'>;
  readonly codes: Codes | null;
  readonly messages: Pick<Messages, 'isOpen'>;
  readonly reviews: Pick<Reviews, 'enter' | 'withdraw' | 'lock'>;
  /** The key that the links of mails are derived with. */
  readonly linkKey: Uint8Array;
  readonly now: () => number;
}

/** Sender who begins a request or asks for its code. */
export interface Asker {
  readonly headers: IncomingHttpHeaders;
  readonly language: Language;
}

export const DAY_MS = 86_400_000;
const DRAFT_MS = DAY_MS;
const UNDER_WAY = ['waiting', 'approved'] as const;
export const channelOf = { email: 'email', phone: 'sms' } as const;

export const hashOf = (secret: string) => createHash('sha256').update(secret).digest();

/** @throws Refusal RECOVERY_UNKNOWN */
export async function userOf({ identity }: Pick<RequestsDeps, 'identity'>, userId: number): Promise<User> {
  const user = await identity.user(userId);
  if (user === null) throw new Refusal('RECOVERY_UNKNOWN');
  return user;
}

/** A request as whoever holds its token reads it. */
export async function shownOf(deps: Pick<RequestsDeps, 'identity'>, row: RequestRow): Promise<RecoveryShown> {
  const user = await userOf(deps, idOf(row.user_id));
  const { contact } = row;
  const none = { account: null, email: null, phone: null };
  return {
    number: idOf(row.request_no),
    state: row.state,
    reason: row.reason,
    dueTime: row.due_at?.getTime() ?? null,
    photo: row.needs_photo,
    note: row.note,
    contact: contact === null ? null : maskedAccount({ ...none, [contact]: user[contact] }),
    contactKind: contact,
  };
}

/** The request of a token. @throws Refusal RECOVERY_UNKNOWN */
export async function rowOf(
  { db, now }: Pick<RequestsDeps, 'db' | 'now'>,
  token: string,
): Promise<RequestRow> {
  const row = await db
    .selectFrom('recovery.request')
    .selectAll()
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst();
  const isOver = row?.state === 'draft' && row.opened_at.getTime() + DRAFT_MS < now();
  if (row === undefined || isOver) throw new Refusal('RECOVERY_UNKNOWN');
  return row;
}

/** The same of a request that was not sent yet. @throws Refusal RECOVERY_UNKNOWN */
export async function draftOf(deps: Pick<RequestsDeps, 'db' | 'now'>, token: string): Promise<RequestRow> {
  const row = await rowOf(deps, token);
  if (row.state !== 'draft') throw new Refusal('RECOVERY_UNKNOWN');
  return row;
}

/** The request under way of a user; undefined where there is none. */
export const underWayOf = (db: Db, userId: number) =>
  db
    .selectFrom('recovery.request')
    .select(['request_no', 'due_at'])
    .where('user_id', '=', BigInt(userId))
    .where('state', 'in', [...UNDER_WAY])
    .executeTakeFirst();

/** A user, or the secret of a request: its token, or that of a mail's link. */
export type Whose = { readonly userId: number } | { readonly secret: string };

/** Finds the request under way of a user or of a secret. */
export function findUnderWay(db: Db, whose: Whose) {
  const open = db
    .selectFrom('recovery.request')
    .select('request_no')
    .where('state', 'in', [...UNDER_WAY]);
  if ('userId' in whose) return open.where('user_id', '=', BigInt(whose.userId)).executeTakeFirst();
  const hash = hashOf(whose.secret);
  return open
    .where((is) => is.or([is('link_hash', '=', hash), is('token_hash', '=', hash)]))
    .executeTakeFirst();
}

/** Cancels a request that is under way still. */
export const cancelUnderWay = (trx: Trx, requestNo: bigint, timeMs: number) =>
  trx
    .updateTable('recovery.request')
    .set({ state: 'cancelled', ended_at: new Date(timeMs), password_hash: null })
    .where('request_no', '=', requestNo)
    .where('state', 'in', [...UNDER_WAY])
    .returning('user_id')
    .executeTakeFirst();

/**
 * Holds the user's requests still until the transaction ends. @throws Refusal RECOVERY_UNDER_WAY, or RECOVERY_UNKNOWN where
 * the account was closed meanwhile: nobody is signed in here, so no login that ended says so
 */
export async function refuseSecond(trx: Trx, userId: number): Promise<void> {
  const { rows } = await sql<{ closed: boolean }>`
    select closed_at is not null as closed from identity.user where user_id = ${userId} for key share`.execute(
    trx,
  );
  if (rows[0]?.closed !== false) throw new Refusal('RECOVERY_UNKNOWN');
  await sql`select pg_advisory_xact_lock(hashtext('candor recovery'), ${userId})`.execute(trx);
  if ((await underWayOf(trx, userId)) !== undefined) throw new Refusal('RECOVERY_UNDER_WAY');
}
