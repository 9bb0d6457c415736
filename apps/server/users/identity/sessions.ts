import { randomUUID } from 'node:crypto';
import type { Bus } from '../../base/bus/index.ts';
import type { Db, Trx } from '../../base/database/index.ts';
import { SessionCache } from './session-cache.ts';
import {
  distrust,
  endApiKeys,
  endDevice,
  endRegistrations,
  endWithin,
  insertSession,
  inTurn,
  type NewSession,
  readSession,
  replaceSession,
  type Session,
} from './session-rows.ts';

export { endApiKeys, type NewSession, requireStanding, type Session } from './session-rows.ts';

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

/**
 * Creates sessions with opaque random tokens, stored hashed. Looked-up sessions are cached for ten seconds. A user's
 * entries are dropped at once when the bus reports that one of the user's sessions ended, and all entries while the
 * bus is lost or behind.
 */
export function createSessions(db: Db, bus: Bus, now: () => number): Sessions {
  const cache = new SessionCache(bus, now);
  const sayEnded = (userId: number): void => cache.sayEnded(userId);

  async function end(session: Session): Promise<void> {
    await inTurn(db, session.userId, (trx) =>
      trx.deleteFrom('identity.session').where('family', '=', session.family).execute(),
    );
    cache.forget(({ tokenHash }) => tokenHash === session.tokenHash);
    sayEnded(session.userId);
  }

  return {
    kept: (token) => cache.kept(token),
    open(trx, userId, device) {
      const timeMs = now();
      return insertSession(trx, { userId, family: randomUUID(), device, beganAtMs: timeMs }, timeMs);
    },
    async authenticate(token, asksAgain = false) {
      const kept = cache.kept(token);
      if (kept !== null) return kept;
      const timeMs = now();
      cache.drop(token);
      const endingsBefore = cache.endings;
      const found = await cache.readTogether(token, () => readSession(db, token));
      if (found === null) return null;
      const { session, overMs } = found;
      if (overMs !== null && overMs <= timeMs) {
        if (!asksAgain) await end(session);
        return null;
      }
      if (session.expiresAtMs <= timeMs) return null;
      cache.keep(token, session, timeMs, endingsBefore);
      return session;
    },
    async refresh(session) {
      const fresh = await inTurn(db, session.userId, async (trx) =>
        insertSession(trx, await replaceSession(trx, session, now()), now()),
      );
      cache.forget(({ tokenHash }) => tokenHash === session.tokenHash);
      return fresh;
    },
    end,
    async endAll(userId, { endsApiKeys = false, within } = {}) {
      await inTurn(db, userId, async (trx) => {
        await within?.(trx);
        if (endsApiKeys) await endApiKeys(trx, userId);
        await endRegistrations(trx, userId);
        await trx.deleteFrom('identity.session').where('user_id', '=', BigInt(userId)).execute();
      });
      sayEnded(userId);
    },
    endWithin,
    distrust,
    sayEnded,
    async endDevice(userId, device) {
      const isKnown = await inTurn(db, userId, (trx) => endDevice(trx, userId, device));
      if (isKnown) sayEnded(userId);
      return isKnown;
    },
    stop: () => cache.stop(),
  };
}
