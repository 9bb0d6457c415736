import { hash, randomBytes, randomUUID } from 'node:crypto';
import { subjects } from '@candor/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Bus } from '../bus/index.ts';
import { Refusal } from '../refusal.ts';
import type { IdentitySchema } from './schema.ts';

/** From this age on a client changes its token for a new one. */
export const TOKEN_AGE_MS = 7 * 24 * 3_600_000;
/** A token that nobody refreshed ends a day after that. */
const LIFETIME_MS = TOKEN_AGE_MS + 24 * 3_600_000;
/** How long a refreshed token still works, for requests and tabs under way. */
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
  /** What the row is found by; the token itself is kept nowhere. */
  readonly tokenHash: string;
  /** The login that it came of, directly or by refreshing. */
  readonly family: string;
}

export interface NewSession extends Session {
  readonly token: string;
}

export interface Sessions {
  /** Opens a session within the caller's transaction. */
  open(trx: Transaction<IdentitySchema>, userId: number): Promise<NewSession>;
  /** Whose token it is; null when it is unknown or over. */
  authenticate(token: string): Promise<Session | null>;
  /**
   * Changes the session for a new one of the same family; the old token still works for a minute.
   * @throws Refusal SIGNED_OUT when it ended meanwhile
   */
  refresh(session: Session): Promise<NewSession>;
  /** Ends at once the session and all others of its family: every token that came of the same login. */
  end(session: Session): Promise<void>;
  stop(): void;
}

const hashOf = (token: string) => hash('sha256', token);

/**
 * Creates sessions with opaque random tokens, stored hashed. Looked-up sessions are cached for ten seconds. A user's
 * entries are dropped at once when the bus reports that one of the user's sessions ended, and all entries while the
 * bus is lost or behind.
 */
export function createSessions(db: Kysely<IdentitySchema>, bus: Bus, now: () => number): Sessions {
  const cache = new Map<string, { readonly session: Session; readonly readAtMs: number }>();
  /** Counts endings, so that a look-up that was under way during one is not remembered. */
  let endings = 0;
  const unsubscribe = bus.subscribe(subjects.sessionEnded('*'), (_, subject) => {
    const userId = Number(subject.split('.')[1]);
    endings += 1;
    for (const [hash, entry] of cache) if (entry.session.userId === userId) cache.delete(hash);
  });
  /**
   * Users whose sessions ended here recently, and when: after a loss of the bus the other doors may have missed it.
   */
  const endedHere = new Map<number, number>();
  const sayEnded = (userId: number) => bus.publish(subjects.sessionEnded(userId), { userId });
  const endBusState = bus.onState((state) => {
    endings += 1;
    cache.clear();
    if (state === 'lost') return;
    const ended = [...endedHere.keys()];
    endedHere.clear();
    for (const userId of ended) sayEnded(userId);
  });

  function noteEnding(userId: number): void {
    const timeMs = performance.now();
    if (Number.isFinite(bus.behindMs()))
      for (const [other, endedMs] of endedHere) if (timeMs - endedMs > CACHE_MS) endedHere.delete(other);
    endedHere.set(userId, timeMs);
  }

  async function insert(
    trx: Transaction<IdentitySchema>,
    userId: number,
    family: string,
  ): Promise<NewSession> {
    const token = randomBytes(32).toString('base64url');
    const tokenHash = hashOf(token);
    const issuedAtMs = now();
    const expiresAtMs = issuedAtMs + LIFETIME_MS;
    await trx
      .insertInto('identity.session')
      .values({
        token_hash: Buffer.from(tokenHash, 'hex'),
        user_id: userId,
        family,
        issued_at: new Date(issuedAtMs),
        expires_at: new Date(expiresAtMs),
      })
      .execute();
    await sql`
      delete from identity.session where user_id = ${userId} and (expires_at < ${new Date(issuedAtMs)} or token_hash in (
        select token_hash from identity.session where user_id = ${userId}
        order by issued_at desc offset ${SESSIONS_PER_USER}))`.execute(trx);
    return { token, tokenHash, family, userId, issuedAtMs, expiresAtMs };
  }

  async function read(tokenHash: string): Promise<Session | null> {
    const row = await db
      .selectFrom('identity.session')
      .selectAll()
      .where('token_hash', '=', Buffer.from(tokenHash, 'hex'))
      .executeTakeFirst();
    if (row === undefined) return null;
    return {
      userId: Number(row.user_id),
      issuedAtMs: row.issued_at.getTime(),
      expiresAtMs: row.expires_at.getTime(),
      tokenHash,
      family: row.family,
    };
  }

  /** Refreshing and ending wait for each other, so that no token is born into a family that is ending. */
  const inTurn = <Result>(userId: number, act: (trx: Transaction<IdentitySchema>) => Promise<Result>) =>
    db.transaction().execute(async (trx) => {
      await trx
        .selectFrom('identity.user')
        .select('user_id')
        .where('user_id', '=', userId)
        .forNoKeyUpdate()
        .execute();
      return act(trx);
    });

  return {
    open: (trx, userId) => insert(trx, userId, randomUUID()),
    async authenticate(token) {
      const tokenHash = hashOf(token);
      const timeMs = now();
      const kept = cache.get(tokenHash);
      const isInStep = bus.behindMs() <= BUS_BEHIND_MS;
      if (kept !== undefined && isInStep && timeMs - kept.readAtMs < CACHE_MS) {
        return kept.session.expiresAtMs > timeMs ? kept.session : null;
      }
      cache.delete(tokenHash);
      const endingsBefore = endings;
      const session = await read(tokenHash);
      if (session === null || session.expiresAtMs <= timeMs) return null;
      if (endings !== endingsBefore) return session;
      if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value as string);
      cache.set(tokenHash, { session, readAtMs: timeMs });
      return session;
    },
    async refresh(session) {
      const fresh = await inTurn(session.userId, async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('identity.session')
          .set({ expires_at: sql<Date>`least(expires_at, ${new Date(now() + OVERLAP_MS)})` })
          .where('token_hash', '=', Buffer.from(session.tokenHash, 'hex'))
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new Refusal('SIGNED_OUT');
        return insert(trx, session.userId, session.family);
      });
      cache.delete(session.tokenHash);
      return fresh;
    },
    async end(session) {
      await inTurn(session.userId, (trx) =>
        trx.deleteFrom('identity.session').where('family', '=', session.family).execute(),
      );
      cache.delete(session.tokenHash);
      noteEnding(session.userId);
      sayEnded(session.userId);
    },
    stop() {
      unsubscribe();
      endBusState();
    },
  };
}
