import {
  closeCodes,
  type PrivateServerMessage,
  privateClientMessageSchema,
  type RealtimeErrorCode,
  type StatusMessage,
} from '@candor/api';
import type { Accounts, Attachment } from './accounts.ts';
import type { Connection, ConnectionEvents } from './connection.ts';
import type { Counters } from './counters.ts';
import { jsonFrame } from './frame.ts';
import { parseMessage } from './parse.ts';
import type { Sessions, SessionWatch } from './sessions.ts';

/** Units of looking a token up in the database. */
const AUTH_COST = 20;

export interface PrivateSocketDeps {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly sessionWatch: SessionWatch;
  /** Charges a user for an account that is read and sent whole; false beyond the user's budget. */
  readonly affordsSnapshot: (userId: number) => boolean;
  readonly counters: Counters;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
  /** A client that has not authenticated by then is closed. */
  readonly authTimeoutMs: number;
}

/**
 * Speaks the private protocol of one user on one connection, which `connect` makes with the events that it is given.
 * Nothing but the heartbeat leaves before the client has shown a token of that very user.
 */
export function servePrivate(
  {
    accounts,
    sessions,
    sessionWatch,
    affordsSnapshot,
    counters,
    now,
    onError,
    authTimeoutMs,
  }: PrivateSocketDeps,
  userId: number,
  connect: (events: ConnectionEvents) => Connection,
): void {
  let authenticating = false;
  /** True while the account's state must be sent whole, once the socket takes it. */
  let missed = false;
  let account: Attachment | null = null;
  const endings: (() => void)[] = [];

  const send = (message: PrivateServerMessage): boolean => connection.write(jsonFrame(message));
  const sayStatus = (state: StatusMessage['state']): boolean => send({ type: 'status', t: now(), state });
  const refuse = (code: RealtimeErrorCode): boolean => send({ type: 'error', code });
  const malformed = (): void => {
    counters.malformed += 1;
    refuse('MALFORMED');
  };
  const deny = (code: number, reason: string): void => {
    counters.authFailures += 1;
    refuse('UNAUTHENTICATED');
    connection.close(code, reason);
  };

  const limit = (): void => {
    counters.droppedRate += 1;
    refuse('RATE_LIMITED');
    connection.close(closeCodes.rateLimited, 'too many connections');
  };

  const follow = (token: string): void => {
    sayStatus('signed-in');
    const end = (): void => {
      sayStatus('signed-out');
      connection.close(closeCodes.signedOut, 'signed out');
    };
    endings.push(sessionWatch.add({ userId, token, end }));
    account = accounts.attach(userId, {
      onSnapshot(snapshot) {
        missed = !send(snapshot);
      },
      onMessage(message) {
        if (missed || !send(message)) {
          missed = true;
          counters.conflated += 1;
        }
      },
    });
    endings.push(account.detach);
  };
  const authenticate = async (token: string): Promise<void> => {
    authenticating = true;
    try {
      const session = await sessions.authenticate(token);
      if (!connection.open) return;
      clearTimeout(deadline);
      if (session?.userId === userId) {
        if (affordsSnapshot(userId)) follow(token);
        else limit();
      } else deny(closeCodes.unauthenticated, 'unauthenticated');
    } catch (error) {
      onError(error);
      connection.close(1011, 'try again');
    }
  };

  const connection = connect({
    onMessage(text) {
      const message = parseMessage(privateClientMessageSchema, text);
      if (message === null) malformed();
      else if (message.op === 'ping') send({ type: 'pong', t: now() });
      else if (message.op === 'auth' && !authenticating) {
        if (connection.afford(AUTH_COST)) void authenticate(message.token);
        else refuse('RATE_LIMITED');
      }
    },
    onMalformed: malformed,
    onRateLimited: () => void refuse('RATE_LIMITED'),
    onDrain() {
      if (missed) account?.showAgain();
    },
    onClose() {
      clearTimeout(deadline);
      for (const end of endings) end();
    },
  });
  // not the code of a wrong token, which signs the client out: this one may have been on its way
  const deadline = setTimeout(() => deny(closeCodes.authTimeout, 'no token in time'), authTimeoutMs);
}
