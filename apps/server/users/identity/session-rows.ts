import { hash, randomBytes } from 'node:crypto';
import { TOKEN_AGE_SECONDS } from '@candor/products';
import { sql } from 'kysely';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';

/** A token that nobody refreshed ends a day after the age at which clients change it for a new one. */
const LIFETIME_MS = TOKEN_AGE_SECONDS * 1_000 + 24 * 3_600_000;
/** However often its tokens are refreshed, a login ends after 90 days. */
const LONGEST_MS = 90 * 24 * 3_600_000;
/** Time for which a refreshed token still works, for requests and tabs under way. */
const OVERLAP_MS = 60_000;
const SESSIONS_PER_USER = 20;

export interface Session {
  readonly userId: number;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
  /** Hash by which the row is found; the token itself is stored nowhere. */
  readonly tokenHash: string;
  /** The login that it came of, directly or by refreshing. */
  readonly family: string;
  /** True while the user's account is frozen: only acts that take risk away pass. */
  readonly isFrozen: boolean;
}

export interface NewSession extends Session {
  readonly token: string;
}

/** A session, and when its overlap ends where it was refreshed. */
export interface FoundSession {
  readonly session: Session;
  readonly overMs: number | null;
}

/** Ends all API keys of a user within the caller's transaction. Call `sayEnded` after it: doors drop what they keep. */
export async function endApiKeys(trx: Trx, userId: number): Promise<void> {
  await sql`delete from apikeys.key where user_id = ${userId}`.execute(trx);
}

/**
 * Takes the user's turn within the caller's transaction, and refuses where the login ended meanwhile: what the
 * transaction makes would outlive the act that ended it. @throws Refusal SIGNED_OUT
 */
export async function requireStanding(
  trx: Trx,
  { userId, family }: Pick<Session, 'userId' | 'family'>,
): Promise<void> {
  await sql`select from identity.user where user_id = ${userId} for no key update`.execute(trx);
  // a statement of its own: it sees what whoever held the lock ended
  const { rows } = await sql`
    select from identity.session where user_id = ${userId} and family = ${family} limit 1`.execute(trx);
  if (rows.length === 0) throw new Refusal('SIGNED_OUT');
}

const hashOf = (token: string) => hash('sha256', token);

/** The login of a session that is written: its user, its family, its known device and when it began. */
export interface Login {
  readonly userId: number;
  readonly family: string;
  readonly device: string | null;
  readonly beganAtMs: number;
}

/** Writes a session, and ends those of the user that have expired or are too many. */
export async function insertSession(
  trx: Trx,
  { userId, family, device, beganAtMs }: Login,
  issuedAtMs: number,
): Promise<NewSession> {
  const token = randomBytes(32).toString('base64url');
  const tokenHash = hashOf(token);
  const expiresAtMs = Math.min(issuedAtMs + LIFETIME_MS, beganAtMs + LONGEST_MS);
  const deviceHash = device === null ? null : Buffer.from(device, 'hex');
  // the session that is added here is none of those that the second part counts
  const { rows } = await sql<{ is_frozen: boolean }>`
    with added as (
      insert into identity.session (token_hash, user_id, family, issued_at, expires_at, device_hash, began_at)
      values (${Buffer.from(tokenHash, 'hex')}, ${userId}, ${family}, ${new Date(issuedAtMs)}, ${new Date(expiresAtMs)},
        ${deviceHash}, ${new Date(beganAtMs)})),
    ended as (
      delete from identity.session where user_id = ${userId} and (expires_at < ${new Date(issuedAtMs)} or token_hash in (
        select token_hash from identity.session where user_id = ${userId} and replaced_at is null
        order by issued_at desc offset ${SESSIONS_PER_USER - 1})))
    select frozen_at is not null as is_frozen from identity.user where user_id = ${userId}`.execute(trx);
  const isFrozen = rows[0]?.is_frozen;
  if (isFrozen === undefined) throw new Error(`there is no user ${userId}`);
  return { token, tokenHash, family, userId, issuedAtMs, expiresAtMs, isFrozen };
}

/** The session of a token; null where there is none. */
export async function readSession(db: Db, token: string): Promise<FoundSession | null> {
  const tokenHash = hashOf(token);
  const row = await db
    .selectFrom('identity.session as session')
    .innerJoin('identity.user as user', 'user.user_id', 'session.user_id')
    .selectAll('session')
    .select('user.frozen_at')
    .where('token_hash', '=', Buffer.from(tokenHash, 'hex'))
    .executeTakeFirst();
  if (row === undefined) return null;
  const overMs = row.replaced_at === null ? null : row.replaced_at.getTime() + OVERLAP_MS;
  const session = {
    userId: idOf(row.user_id),
    issuedAtMs: row.issued_at.getTime(),
    expiresAtMs: Math.min(row.expires_at.getTime(), overMs ?? Number.POSITIVE_INFINITY),
    tokenHash,
    family: row.family,
    isFrozen: row.frozen_at !== null,
  };
  return { session, overMs };
}

/** Marks a session as replaced, and returns its login. @throws Refusal SIGNED_OUT when it ended meanwhile */
export async function replaceSession(trx: Trx, session: Session, timeMs: number): Promise<Login> {
  const replaced = await trx
    .updateTable('identity.session')
    .set({ replaced_at: sql<Date>`coalesce(replaced_at, ${new Date(timeMs)})` })
    .where('token_hash', '=', Buffer.from(session.tokenHash, 'hex'))
    .returning(['device_hash', 'began_at'])
    .executeTakeFirst();
  if (replaced === undefined) throw new Refusal('SIGNED_OUT');
  const { userId, family } = session;
  const device = replaced.device_hash?.toString('hex') ?? null;
  return { userId, family, device, beganAtMs: replaced.began_at.getTime() };
}

const lockUser = (trx: Trx, userId: number) =>
  trx
    .selectFrom('identity.user')
    .select('user_id')
    .where('user_id', '=', BigInt(userId))
    .forNoKeyUpdate()
    .execute();

/** Refreshing and ending wait for each other, so that no token is born into a family that is ending. */
export const inTurn = <Result>(db: Db, userId: number, act: (trx: Trx) => Promise<Result>) =>
  db.transaction().execute(async (trx) => {
    await lockUser(trx, userId);
    return act(trx);
  });

/** Ends what a registration that is sent again would open. */
export const endRegistrations = (trx: Trx, userId: number) =>
  trx.deleteFrom('identity.registration').where('user_id', '=', BigInt(userId)).execute();

/** Ends all sessions of a user but one family. Resolves with the number of logins that ended. */
export async function endWithin(trx: Trx, userId: number, exceptFamily: string | null): Promise<number> {
  await lockUser(trx, userId);
  await endRegistrations(trx, userId);
  let ending = trx.deleteFrom('identity.session').where('user_id', '=', BigInt(userId)).returning('family');
  if (exceptFamily !== null) ending = ending.where('family', '<>', exceptFamily);
  return new Set((await ending.execute()).map(({ family }) => family)).size;
}

/** Ends the same, with tickets of logins and resets and every known device but the one of that family. */
export async function distrust(trx: Trx, userId: number, exceptFamily: string | null): Promise<void> {
  await endWithin(trx, userId, exceptFamily);
  await trx.deleteFrom('identity.ticket').where('user_id', '=', BigInt(userId)).execute();
  // the sessions that are left are those of the family
  await sql`
    delete from identity.known_device where owner_id = ${userId} and device_hash not in (
      select device_hash from identity.session where user_id = ${userId} and device_hash is not null)`.execute(
    trx,
  );
}

/** Ends the sessions of a device, and forgets it. False where the user has no such device. */
export async function endDevice(trx: Trx, userId: number, device: string): Promise<boolean> {
  const hash = Buffer.from(device, 'hex');
  const found = await sql`
    select 1 from identity.known_device where device_hash = ${hash} and owner_id = ${userId}`.execute(trx);
  if (found.rows.length === 0) return false;
  // Every token of the logins on it: an earlier token of the same login may carry no device yet.
  await sql`
    delete from identity.session where user_id = ${userId} and family in (
      select family from identity.session where device_hash = ${hash})`.execute(trx);
  await sql`delete from identity.known_device where device_hash = ${hash}`.execute(trx);
  return true;
}
