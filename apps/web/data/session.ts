import type { CallData, CallError, CallInput, Calls, Client, UserInfo } from '@candor/api';
import { TOKEN_CHECK_MS } from '@candor/products';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DeviceStorage } from './storage.ts';
import { isRefreshDue } from './token-age.ts';

/** Why a session is over: the user left, or the server says that it ended, by an answer 401 or by the private socket. */
export type SignOutReason = 'logout' | 'ended';

export interface SessionState {
  readonly token: string | null;
  /** Time at which the token was stored, in milliseconds since the epoch. */
  readonly tokenStoredMs: number;
  /** Null for visitors, and until the first answer of getInfo where nothing is stored. */
  readonly user: UserInfo | null;
}

export interface LoginInput {
  readonly type: 'account' | 'email' | 'phone';
  readonly account: string;
  readonly password: string;
  /** The proof of work that a login was asked for. */
  readonly proof?: CallInput<Calls['login']>['body']['proof'];
}
export interface RegisterInput extends Omit<LoginInput, 'proof'> {
  readonly confirmPassword: string;
  /** The code that was sent to the email or the phone. */
  readonly code?: string;
  readonly invite_code: string;
  /** The version of the terms that was shown. */
  readonly termsVersion?: number;
}

export interface Session {
  readonly store: StoreApi<SessionState>;
  /** @throws CallError when the login is refused. */
  login(input: LoginInput): Promise<UserInfo>;
  /** Completes a login whose first step succeeded. @throws CallError when it is refused. */
  completeLogin(step: CallInput<Calls['loginStepTwo']>['body']): Promise<UserInfo>;
  /** Opens an account, once under a key, and logs it in. @throws CallError when it is refused. */
  register(input: RegisterInput, idempotencyKey: string): Promise<UserInfo>;
  /** Goes on with a session that another way of login opened, such as a passkey. */
  enter(opened: CallData<Calls['login']>): Promise<UserInfo>;
  /** Ends the session here and at the server; it is over here even if the server does not answer. */
  logout(): Promise<void>;
  /** Ends the session on this device only. Does nothing for visitors. */
  signOut(reason: SignOutReason): void;
  reloadUser(): Promise<void>;
  /** Checks the token's age every 10 s and follows other windows until the returned function is called. */
  keepAlive(): () => void;
}

export interface SessionOptions {
  readonly storage: DeviceStorage;
  /** Given late, since the client asks the session for its token. */
  readonly client: () => Client<Calls>;
  readonly tokenLifetimeMs: number;
  readonly onSignedOut: (reason: SignOutReason) => void;
  /** Called when a refresh or a reload of the user fails for another reason than a lost session. */
  readonly onProblem: (error: unknown) => void;
}

function readState(storage: DeviceStorage): SessionState {
  const token = storage.read('token');
  if (token === null || typeof token.content !== 'string' || token.content === '') {
    return { token: null, tokenStoredMs: 0, user: null };
  }
  const user = storage.read('userInfo')?.content;
  const known = typeof user === 'object' && user !== null && 'userId' in user;
  return {
    token: token.content,
    tokenStoredMs: token.datetime,
    user: known ? (user as UserInfo) : null,
  };
}

/** The session of this device's user: token, user info, and everything that begins and ends with them. */
export function createSession(options: SessionOptions): Session {
  return new DeviceSession(options);
}

class DeviceSession implements Session {
  readonly store: StoreApi<SessionState>;
  readonly #options: SessionOptions;
  #refreshing = false;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.store = createStore<SessionState>(() => readState(options.storage));
  }

  readonly login = async (input: LoginInput): Promise<UserInfo> =>
    this.enter(await this.#client.call('login', { body: input }));

  readonly completeLogin = async (step: CallInput<Calls['loginStepTwo']>['body']): Promise<UserInfo> =>
    this.enter(await this.#client.call('loginStepTwo', { body: step }));

  readonly register = async (input: RegisterInput, idempotencyKey: string): Promise<UserInfo> =>
    this.enter(await this.#client.call('register', { body: input }, { idempotencyKey }));

  readonly enter = async (opened: CallData<Calls['login']>): Promise<UserInfo> => {
    this.#keepToken(opened.satoken);
    try {
      return await this.#loadUser();
    } catch (error) {
      this.#forget();
      throw error;
    }
  };

  readonly logout = async (): Promise<void> => {
    const ended = this.#client.call('logout');
    this.signOut('logout');
    await ended.catch((error: CallError) => this.#report(error));
  };

  readonly signOut = (reason: SignOutReason): void => {
    if (this.store.getState().token === null) return;
    this.#forget();
    this.#options.onSignedOut(reason);
  };

  readonly reloadUser = async (): Promise<void> => {
    if (this.store.getState().token === null) return;
    try {
      await this.#loadUser();
    } catch (error) {
      this.#report(error);
    }
  };

  readonly keepAlive = (): (() => void) => {
    const timer = setInterval(() => void this.#refresh(), TOKEN_CHECK_MS);
    const follow = (event: StorageEvent) => {
      if (event.key !== null && !event.key.endsWith('token') && !event.key.endsWith('userInfo')) return;
      const before = this.store.getState().token;
      const next = readState(this.#options.storage);
      if (before !== null && next.token === null) this.signOut('logout');
      else this.store.setState(next);
    };
    window.addEventListener('storage', follow);
    void this.#refresh();
    void this.reloadUser();
    return () => {
      clearInterval(timer);
      window.removeEventListener('storage', follow);
    };
  };

  get #client(): Client<Calls> {
    return this.#options.client();
  }

  #keepToken(token: string): void {
    const { storage } = this.#options;
    const nowMs = Date.now();
    storage.write('token', token, nowMs);
    storage.write('isLogin', true, nowMs);
    this.store.setState({ token, tokenStoredMs: nowMs });
  }

  #forget(): void {
    for (const key of ['token', 'isLogin', 'userInfo'] as const) this.#options.storage.remove(key);
    this.store.setState({ token: null, tokenStoredMs: 0, user: null });
  }

  async #loadUser(): Promise<UserInfo> {
    const token = this.store.getState().token;
    const { user } = await this.#client.call('getInfo');
    if (this.store.getState().token === token) {
      this.#options.storage.write('userInfo', user);
      this.store.setState({ user });
    }
    return user;
  }

  async #refresh(): Promise<void> {
    const { tokenLifetimeMs } = this.#options;
    const { token, tokenStoredMs } = this.store.getState();
    if (token === null || this.#refreshing) return;
    if (!isRefreshDue(tokenStoredMs, Date.now(), tokenLifetimeMs)) return;
    this.#refreshing = true;
    try {
      const answer = await this.#client.call('refreshToken');
      if (this.store.getState().token === token) {
        this.#keepToken(answer.satoken);
        await this.reloadUser();
      }
    } catch (error) {
      this.#report(error);
    } finally {
      this.#refreshing = false;
    }
  }

  /** Reports a failed call, but for a lost session, which ends by itself. */
  #report(error: unknown): void {
    if ((error as CallError).code !== 401) this.#options.onProblem(error);
  }
}
