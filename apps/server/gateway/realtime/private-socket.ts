import {
  type AccountMessage,
  closeCodes,
  type PrivateServerMessage,
  type PrivateSnapshotMessage,
  privateClientMessageSchema,
  type RealtimeErrorCode,
  type StatusMessage,
} from '@candor/api';
import type { AccountListener, Accounts, Attachment } from './accounts.ts';
import type { Connection, ConnectionEvents } from './connection.ts';
import type { Counters } from './counters.ts';
import { jsonFrame } from './frame.ts';
import { parseMessage } from './parse.ts';
import type { Refused } from './refused.ts';
import type { SessionBound, Sessions, SessionWatch } from './sessions.ts';

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
  deps: PrivateSocketDeps,
  userId: number,
  connect: (events: ConnectionEvents) => Connection,
  refused: Refused,
): void {
  new PrivateSocket(deps, userId, refused).open(connect);
}

/** One object for all that a socket needs: thousands of them wait most of the time. */
class PrivateSocket implements ConnectionEvents, AccountListener, SessionBound {
  readonly userId: number;
  /** The token that it was opened with; '' until then. */
  token = '';
  readonly #deps: PrivateSocketDeps;
  readonly #refused: Refused;
  #connection: Connection | null = null;
  /** Runs until the client has authenticated. */
  #deadline: NodeJS.Timeout | null = null;
  #isAuthenticating = false;
  /** True while the account's state must be sent whole, once the socket takes it. */
  #missed = false;
  #account: Attachment | null = null;
  #unwatch: (() => void) | null = null;

  constructor(deps: PrivateSocketDeps, userId: number, refused: Refused) {
    this.#deps = deps;
    this.#refused = refused;
    this.userId = userId;
  }

  open(connect: (events: ConnectionEvents) => Connection): void {
    this.#connection = connect(this);
    this.#deadline = setTimeout(() => {
      // not the code of a wrong token, which signs the client out: this one may have been on its way
      this.#refused('SIGNED_OUT');
      this.#deny(closeCodes.authTimeout, 'no token in time');
    }, this.#deps.authTimeoutMs);
  }

  onMessage(text: string): void {
    const message = parseMessage(privateClientMessageSchema, text);
    if (message === null) this.onMalformed();
    else if (message.op === 'ping') this.#send({ type: 'pong', t: this.#deps.now() });
    else if (message.op === 'auth' && !this.#isAuthenticating) {
      if (this.#connection?.afford(AUTH_COST)) void this.#authenticate(message.token);
      else this.onRateLimited();
    }
  }

  onMalformed(): void {
    this.#deps.counters.malformed += 1;
    this.#refuse('MALFORMED');
  }

  onRateLimited(): void {
    this.#refuse('RATE_LIMITED');
  }

  onDrain(): void {
    if (this.#missed) this.#account?.showAgain();
  }

  onClose(): void {
    this.#stopWaiting();
    this.#unwatch?.();
    this.#account?.detach();
  }

  onSnapshot(snapshot: PrivateSnapshotMessage): void {
    this.#missed = !this.#send(snapshot);
  }

  onAccountMessage(message: AccountMessage): void {
    if (!this.#missed && this.#write(frameForAll(message))) return;
    this.#missed = true;
    this.#deps.counters.conflated += 1;
  }

  /** The session has ended. */
  end(): void {
    this.#sayStatus('signed-out');
    this.#connection?.close(closeCodes.signedOut, 'signed out');
  }

  async #authenticate(token: string): Promise<void> {
    const { sessions, affordsSnapshot, counters, onError } = this.#deps;
    this.#isAuthenticating = true;
    try {
      const session = await sessions.authenticate(token);
      if (!this.#connection?.open) return;
      this.#stopWaiting();
      if (session?.userId !== this.userId) {
        this.#refused(session === null ? 'SIGNED_OUT' : 'NOT_PERMITTED', session?.userId);
        this.#deny(closeCodes.unauthenticated, 'unauthenticated');
      } else if (affordsSnapshot(this.userId)) this.#follow(token);
      else {
        counters.droppedRate += 1;
        this.#refused('RATE_LIMITED', this.userId);
        this.onRateLimited();
        this.#connection.close(closeCodes.rateLimited, 'too many connections');
      }
    } catch (error) {
      onError(error);
      this.#connection?.close(1011, 'try again');
    }
  }

  #follow(token: string): void {
    const { accounts, sessionWatch } = this.#deps;
    this.#sayStatus('signed-in');
    this.token = token;
    this.#unwatch = sessionWatch.add(this);
    this.#account = accounts.attach(this.userId, this);
  }

  #deny(code: number, reason: string): void {
    this.#deps.counters.authFailures += 1;
    this.#refuse('UNAUTHENTICATED');
    this.#connection?.close(code, reason);
  }

  #stopWaiting(): void {
    if (this.#deadline !== null) clearTimeout(this.#deadline);
    this.#deadline = null;
  }

  #sayStatus(state: StatusMessage['state']): void {
    this.#send({ type: 'status', t: this.#deps.now(), state });
  }

  #refuse(code: RealtimeErrorCode): void {
    this.#send({ type: 'error', code });
  }

  #send(message: PrivateServerMessage): boolean {
    return this.#write(jsonFrame(message));
  }

  #write(frame: Buffer): boolean {
    return this.#connection?.writeTogether(frame) ?? false;
  }
}

let latest: { readonly message: AccountMessage; readonly frame: Buffer } | null = null;

/** Returns the frame of a message that goes to each socket of a user, one after the other: it is written once. */
function frameForAll(message: AccountMessage): Buffer {
  if (latest?.message !== message) latest = { message, frame: jsonFrame(message) };
  return latest.frame;
}
