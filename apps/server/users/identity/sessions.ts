import { hash, randomBytes, randomUUID } from 'node:crypto';
import { subjects } from '@candor/api';
import { TOKEN_AGE_SECONDS } from '@candor/products';
import { sql } from 'kysely';
import type { Bus } from '../../base/bus/index.ts';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';

/** A token that nobody refreshed ends a day after the age at which clients change it for a new one. */
const LIFETIME_MS = TOKEN_AGE_SECONDS * 1_000 + 24 * 3_600_000;
/** However often its tokens are refreshed, a login ends after 90 days. */
const LONGEST_MS = 90 * 24 * 3_600_000;
/** Time for which a refreshed token still works, for requests and tabs under way. */
const OVERLAP_MS = 60_000;
const SESSIONS_PER_USER = 20;
const CACHE_MS = 10_000;
const CACHE_SIZE = 50_000;
/** Sessions are not cached while the bus is more than this behind: the end of a session may be on its way. */
const BUS_BEHIND_MS = 750;

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

export interface EndAllOptions {
  readonly endsApiKeys?: boolean;
  /** Writes something of the caller's in the same transaction, before the sessions end. */
  readonly within?: (trx: Trx) => Promise<void>;
}

export interface Sessions {
  /** Opens a session within the caller's transaction, on the known device with this id. */
  open(trx: Trx, userId: number, device: string | null): Promise<NewSession>;
  /**
   * Whose token it is; null when it is unknown or over. A token that comes after its refresh overlap has two holders:
   * it ends its family, unless the house only asks again for the token of an open connection.
   */
  authenticate(token: string, asksAgain?: boolean): Promise<Session | null>;
  /** The same without a look-up: null also where `authenticate` would have to ask the database. */
  kept(token: string): Session | null;
  /**
   * Changes the session for a new one of the same family; the old token still works for a minute.
   * @throws Refusal SIGNED_OUT when it ended meanwhile
   */
  refresh(session: Session): Promise<NewSession>;
  /** Ends at once the session and all others of its family: every token that came of the same login. */
  end(session: Session): Promise<void>;
  /**
   * Ends within the caller's transaction all of the user's sessions but one family. Resolves with the number of logins
   * that ended. Call `sayEnded` after it.
   */
  endWithin(trx: Trx, userId: number, exceptFamily: string | null): Promise<number>;
  /**
   * The same for a user who may be known to a thief: what an earlier password or login left open ends as well, which is
   * the tickets of logins and resets, and every known device but the one of that family. Call `sayEnded` after it.
   */
  distrust(trx: Trx, userId: number, exceptFamily: string | null): Promise<void>;
  /** Ends all of the user's sessions, and the API keys where asked to. */
  endAll(userId: number, options?: EndAllOptions): Promise<void>;
  /** Notifies all doors that sessions of the user ended, or that the account was frozen or unfrozen. */
  sayEnded(userId: number): void;
  /** Ends the sessions of a device, and forgets it. Resolves with false where the user has no such device. */
  endDevice(userId: number, device: string): Promise<boolean>;
  stop(): void;
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

/**
 * Creates sessions with opaque random tokens, stored hashed. Looked-up sessions are cached for ten seconds. A user's
 * entries are dropped at once when the bus reports that one of the user's sessions ended, and all entries while the
 * bus is lost or behind.
 */
export function createSessions(db: Db, bus: Bus, now: () => number): Sessions {
  /** By token: hashing it for each call costs as much as reading the order. */
  const cache = new Map<string, { readonly session: Session; readonly readAtMs: number }>();
  const forget = (isOver: (session: Session) => boolean): void => {
    for (const [token, { session }] of cache) if (isOver(session)) cache.delete(token);
  };
  /** Counts endings, so that a look-up that was under way during one is not remembered. */
  let endings = 0;
  /** Look-ups under way that no ending has overtaken, by token: several sockets of one browser come together. */
  const reading = new Map<string, ReturnType<typeof read>>();
  const noteEnd = (): void => {
    endings += 1;
    reading.clear();
  };
  const unsubscribe = bus.subscribe(subjects.sessionEnded('*'), (_, subject) => {
    const userId = Number(subject.split('.')[1]);
    noteEnd();
    forget((session) => session.userId === userId);
  });
  /**
   * Users whose sessions ended here recently, and when: after a loss of the bus the other doors may have missed it.
   */
  const endedHere = new Map<number, number>();
  const publishEnd = (userId: number) => bus.publish(subjects.sessionEnded(userId), { userId });
  const endBusState = bus.onState((state) => {
    noteEnd();
    cache.clear();
    if (state === 'lost') return;
    const ended = [...endedHere.keys()];
    endedHere.clear();
    for (const userId of ended) publishEnd(userId);
  });

  function noteEnding(userId: number): void {
    const timeMs = performance.now();
    if (Number.isFinite(bus.behindMs()))
      for (const [other, endedMs] of endedHere) if (timeMs - endedMs > CACHE_MS) endedHere.delete(other);
    endedHere.set(userId, timeMs);
    reading.clear();
  }

  function sayEnded(userId: number): void {
    noteEnding(userId);
    publishEnd(userId);
  }

  async function insert(
    trx: Trx,
    userId: number,
    family: string,
    device: string | null,
    beganAtMs = now(),
  ): Promise<NewSession> {
    const token = randomBytes(32).toString('base64url');
    const tokenHash = hashOf(token);
    const issuedAtMs = now();
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

  /** The session, and when its overlap ends where it was refreshed. */
  async function read(tokenHash: string): Promise<{ session: Session; overMs: number | null } | null> {
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

  /** The same, in one look-up with whoever else waits for it. */
  function readTogether(token: string): ReturnType<typeof read> {
    const underWay = reading.get(token);
    if (underWay !== undefined) return underWay;
    const found = read(hashOf(token)).finally(() => {
      if (reading.get(token) === found) reading.delete(token);
    });
    reading.set(token, found);
    return found;
  }

  /** Refreshing and ending wait for each other, so that no token is born into a family that is ending. */
  const lockUser = (trx: Trx, userId: number) =>
    trx
      .selectFrom('identity.user')
      .select('user_id')
      .where('user_id', '=', BigInt(userId))
      .forNoKeyUpdate()
      .execute();
  const inTurn = <Result>(userId: number, act: (trx: Trx) => Promise<Result>) =>
    db.transaction().execute(async (trx) => {
      await lockUser(trx, userId);
      return act(trx);
    });

  async function end(session: Session): Promise<void> {
    await inTurn(session.userId, (trx) =>
      trx.deleteFrom('identity.session').where('family', '=', session.family).execute(),
    );
    forget(({ tokenHash }) => tokenHash === session.tokenHash);
    sayEnded(session.userId);
  }

  async function endWithin(trx: Trx, userId: number, exceptFamily: string | null) {
    await lockUser(trx, userId);
    let ending = trx.deleteFrom('identity.session').where('user_id', '=', BigInt(userId)).returning('family');
    if (exceptFamily !== null) ending = ending.where('family', '<>', exceptFamily);
    return new Set((await ending.execute()).map(({ family }) => family)).size;
  }

  function keptSession(token: string): Session | null {
    const entry = cache.get(token);
    if (entry === undefined || bus.behindMs() > BUS_BEHIND_MS) return null;
    const timeMs = now();
    return timeMs - entry.readAtMs < CACHE_MS && entry.session.expiresAtMs > timeMs ? entry.session : null;
  }

  return {
    kept: keptSession,
    open: (trx, userId, device) => insert(trx, userId, randomUUID(), device),
    async authenticate(token, asksAgain = false) {
      const kept = keptSession(token);
      if (kept !== null) return kept;
      const timeMs = now();
      cache.delete(token);
      const endingsBefore = endings;
      const found = await readTogether(token);
      if (found === null) return null;
      const { session, overMs } = found;
      if (overMs !== null && overMs <= timeMs) {
        if (!asksAgain) await end(session);
        return null;
      }
      if (session.expiresAtMs <= timeMs) return null;
      if (endings !== endingsBefore) return session;
      if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value as string);
      cache.set(token, { session, readAtMs: timeMs });
      return session;
    },
    async refresh(session) {
      const fresh = await inTurn(session.userId, async (trx) => {
        const replaced = await trx
          .updateTable('identity.session')
          .set({ replaced_at: sql<Date>`coalesce(replaced_at, ${new Date(now())})` })
          .where('token_hash', '=', Buffer.from(session.tokenHash, 'hex'))
          .returning(['device_hash', 'began_at'])
          .executeTakeFirst();
        if (replaced === undefined) throw new Refusal('SIGNED_OUT');
        const device = replaced.device_hash?.toString('hex') ?? null;
        return insert(trx, session.userId, session.family, device, replaced.began_at.getTime());
      });
      forget(({ tokenHash }) => tokenHash === session.tokenHash);
      return fresh;
    },
    end,
    async endAll(userId, { endsApiKeys = false, within } = {}) {
      await inTurn(userId, async (trx) => {
        await within?.(trx);
        if (endsApiKeys) await endApiKeys(trx, userId);
        await trx.deleteFrom('identity.session').where('user_id', '=', BigInt(userId)).execute();
      });
      sayEnded(userId);
    },
    endWithin,
    async distrust(trx, userId, exceptFamily) {
      await endWithin(trx, userId, exceptFamily);
      await trx.deleteFrom('identity.ticket').where('user_id', '=', BigInt(userId)).execute();
      // the sessions that are left are those of the family
      await sql`
        delete from identity.known_device where owner_id = ${userId} and device_hash not in (
          select device_hash from identity.session where user_id = ${userId} and device_hash is not null)`.execute(
        trx,
      );
    },
    sayEnded,
    async endDevice(userId, device) {
      const hash = Buffer.from(device, 'hex');
      const isKnown = await inTurn(userId, async (trx) => {
        const found = await sql`
          select 1 from identity.known_device where device_hash = ${hash} and owner_id = ${userId}`.execute(
          trx,
        );
        if (found.rows.length === 0) return false;
        // Every token of the logins on it: an earlier token of the same login may carry no device yet.
        await sql`
          delete from identity.session where user_id = ${userId} and family in (
            select family from identity.session where device_hash = ${hash})`.execute(trx);
        await sql`delete from identity.known_device where device_hash = ${hash}`.execute(trx);
        return true;
      });
      if (isKnown) sayEnded(userId);
      return isKnown;
    },
    stop() {
      unsubscribe();
      endBusState();
    },
  };
}
