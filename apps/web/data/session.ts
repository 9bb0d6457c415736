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
  /** Opens an account and logs it in. @throws CallError when it is refused. */
  register(input: RegisterInput): Promise<UserInfo>;
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
  const { storage } = options;
  const store = createStore<SessionState>(() => readState(storage));
  let refreshing = false;

  const keepToken = (token: string) => {
    const nowMs = Date.now();
    storage.write('token', token, nowMs);
    storage.write('isLogin', true, nowMs);
    store.setState({ token, tokenStoredMs: nowMs });
  };

  const forget = () => {
    for (const key of ['token', 'isLogin', 'userInfo'] as const) storage.remove(key);
    store.setState({ token: null, tokenStoredMs: 0, user: null });
  };

  const signOut = (reason: SignOutReason) => {
    if (store.getState().token === null) return;
    forget();
    options.onSignedOut(reason);
  };

  const loadUser = async (): Promise<UserInfo> => {
    const token = store.getState().token;
    const { user } = await options.client().call('getInfo');
    if (store.getState().token === token) {
      storage.write('userInfo', user);
      store.setState({ user });
    }
    return user;
  };

  const begin = async (answer: CallData<Calls['login']>): Promise<UserInfo> => {
    keepToken(answer.satoken);
    try {
      return await loadUser();
    } catch (error) {
      forget();
      throw error;
    }
  };

  const reloadUser = async () => {
    if (store.getState().token === null) return;
    try {
      await loadUser();
    } catch (error) {
      if ((error as CallError).code !== 401) options.onProblem(error);
    }
  };

  const refresh = async () => {
    const { token, tokenStoredMs } = store.getState();
    if (token === null || refreshing || !isRefreshDue(tokenStoredMs, Date.now(), options.tokenLifetimeMs))
      return;
    refreshing = true;
    try {
      const answer = await options.client().call('refreshToken');
      if (store.getState().token === token) {
        keepToken(answer.satoken);
        await reloadUser();
      }
    } catch (error) {
      if ((error as CallError).code !== 401) options.onProblem(error);
    } finally {
      refreshing = false;
    }
  };

  return {
    store,
    login: async (input) => begin(await options.client().call('login', { body: input })),
    completeLogin: async (step) => begin(await options.client().call('loginStepTwo', { body: step })),
    register: async (input) => begin(await options.client().call('register', { body: input })),
    enter: begin,
    async logout() {
      const ended = options.client().call('logout');
      signOut('logout');
      await ended.catch((error: CallError) => {
        if (error.code !== 401) options.onProblem(error);
      });
    },
    signOut,
    reloadUser,
    keepAlive() {
      const timer = setInterval(() => void refresh(), TOKEN_CHECK_MS);
      const follow = (event: StorageEvent) => {
        if (event.key !== null && !event.key.endsWith('token') && !event.key.endsWith('userInfo')) return;
        const before = store.getState().token;
        const next = readState(storage);
        if (before !== null && next.token === null) signOut('logout');
        else store.setState(next);
      };
      window.addEventListener('storage', follow);
      void refresh();
      void reloadUser();
      return () => {
        clearInterval(timer);
        window.removeEventListener('storage', follow);
      };
    },
  };
}
