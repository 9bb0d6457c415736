import { createTurns } from '../../base/limits/turns.ts';

/** Realtime's port to the identity room. */
export interface Sessions {
  /**
   * The user of a live session token; null when there is none. Rejects only when it cannot tell. `asksAgain` is true for
   * a token that no client brings now: the house asks again for that of an open connection.
   */
  authenticate(token: string, asksAgain?: boolean): Promise<{ readonly userId: number } | null>;
}

/** A connection that stands on a session. */
export interface SessionBound {
  readonly userId: number;
  readonly token: string;
  /** The session has ended: say so and close. */
  end(): void;
}

/** The authenticated connections, so that the end of a session ends them. */
export interface SessionWatch {
  /** Watches over a connection, whose session is asked for once more at once. */
  add(bound: SessionBound): () => void;
  /** Asks again for the sessions of one user, or of everybody, and ends what is no longer valid. */
  recheck(userId: number | null): Promise<void>;
}

/**
 * Sessions that are asked for at once. Thousands of sockets would else stand before all calls in the line for a connection,
 * and the last of them would wait longer than anybody may.
 */
const CHECKED_AT_ONCE = 2;

/** Creates a session watch. `onError` is called when sessions could not be queried; connections stay then. */
export function createSessionWatch(sessions: Sessions, onError: (error: unknown) => void): SessionWatch {
  const byUser = new Map<number, Set<SessionBound>>();
  const turns = createTurns(CHECKED_AT_ONCE);
  // the end of a user's session never waits behind the round of all
  const ofOne = createTurns(CHECKED_AT_ONCE);
  let round: Promise<void> | null = null;

  const recheckOne = async (bound: SessionBound): Promise<void> => {
    try {
      const session = await sessions.authenticate(bound.token, true);
      if (session?.userId !== bound.userId) bound.end();
    } catch (error) {
      onError(error);
    }
  };

  const checkAll = async (bounds: readonly SessionBound[], lane: typeof turns): Promise<void> => {
    await Promise.all(bounds.map((bound) => lane.run('', () => recheckOne(bound))));
  };

  return {
    add(bound) {
      const ofUser = byUser.get(bound.userId) ?? new Set();
      byUser.set(bound.userId, ofUser.add(bound));
      // Its session may have ended while it was being looked up, which nobody could tell it then.
      void recheckOne(bound);
      return () => {
        ofUser.delete(bound);
        if (ofUser.size === 0 && byUser.get(bound.userId) === ofUser) byUser.delete(bound.userId);
      };
    },
    async recheck(userId) {
      if (userId !== null) {
        await checkAll([...(byUser.get(userId) ?? [])], ofOne);
        return;
      }
      // one that is slow is waited for: rounds would pile up behind it
      round ??= checkAll(
        [...byUser.values()].flatMap((ofUser) => [...ofUser]),
        turns,
      ).finally(() => {
        round = null;
      });
      await round;
    },
  };
}
