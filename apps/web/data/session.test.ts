import { CallError, type Calls, type Client, type UserInfo } from '@candor/api';
import { TOKEN_AGE_SECONDS } from '@candor/products';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSession, type Session, type SignOutReason } from './session.ts';
import { createDeviceStorage, type DeviceStorage } from './storage.ts';

const TOKEN_LIFETIME_MS = TOKEN_AGE_SECONDS * 1_000;
const user = { userId: 1000, maskedAccount: 'ad••••da' } as UserInfo;

function localStorageOf(values: Map<string, string>) {
  return createDeviceStorage({
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  });
}

/** Answers calls by name as the API does, and notes them. */
function answering(answers: Partial<Record<keyof Calls, () => unknown>>) {
  const made: string[] = [];
  const client = {
    call: async (name: keyof Calls) => {
      made.push(name);
      const answer = answers[name];
      if (answer === undefined) throw new CallError(name, 404, 'unexpected', null);
      return answer();
    },
  } as unknown as Client<Calls>;
  return { client, made };
}

const sessionData = (satoken: string) => ({ satoken, userId: 1000, issuedAt: 0, expiresAt: 0 });

function open(answers: Parameters<typeof answering>[0], storage: DeviceStorage) {
  const { client, made } = answering(answers);
  const ended: SignOutReason[] = [];
  const problems: unknown[] = [];
  const session: Session = createSession({
    storage,
    client: () => client,
    tokenLifetimeMs: TOKEN_LIFETIME_MS,
    onSignedOut: (reason) => ended.push(reason),
    onProblem: (error) => problems.push(error),
  });
  return { session, made, ended, problems };
}

let values: Map<string, string>;
let storage: DeviceStorage;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  vi.stubGlobal('window', new EventTarget());
  values = new Map();
  storage = localStorageOf(values);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a session', () => {
  it('keeps the token and the user on the device after a login', async () => {
    const { session } = open({ login: () => sessionData('t1'), getInfo: () => ({ user }) }, storage);
    await session.login({ type: 'account', account: 'ada', password: 'abc123' });
    expect(session.store.getState()).toMatchObject({ token: 't1', user });
    expect(open({}, storage).session.store.getState()).toMatchObject({ token: 't1', user });
    expect([...values.keys()].sort()).toEqual(['coin_web-isLogin', 'coin_web-token', 'coin_web-userInfo']);
  });

  it('is begun by a registration under the key of its form', async () => {
    const sent: unknown[] = [];
    const { client } = answering({ register: () => sessionData('t1'), getInfo: () => ({ user }) });
    const call = client.call as (...asked: unknown[]) => unknown;
    const noting = {
      call(...asked: unknown[]) {
        sent.push(asked);
        return call(...asked);
      },
    };
    const session = createSession({
      storage,
      client: () => noting as unknown as Client<Calls>,
      tokenLifetimeMs: TOKEN_LIFETIME_MS,
      onSignedOut: () => {},
      onProblem: () => {},
    });
    const form = { account: 'ada', password: 'abc123', confirmPassword: 'abc123', invite_code: '' };
    await session.register({ type: 'account', ...form }, 'key 1');
    expect(sent).toEqual([
      ['register', { body: { type: 'account', ...form } }, { idempotencyKey: 'key 1' }],
      ['getInfo'],
    ]);
    expect(session.store.getState()).toMatchObject({ token: 't1', user });
  });

  it('passes a refused login on and keeps nothing', async () => {
    const refused = new CallError('login', 1001, 'wrong', null);
    const { session } = open(
      {
        login: () => {
          throw refused;
        },
      },
      storage,
    );
    await expect(session.login({ type: 'account', account: 'ada', password: 'x' })).rejects.toBe(refused);
    expect(values.size).toBe(0);
  });

  it('keeps no token whose user could not be loaded', async () => {
    const { session } = open(
      {
        login: () => sessionData('t1'),
        getInfo: () => {
          throw new CallError('getInfo', 500, 'broken', null);
        },
      },
      storage,
    );
    await expect(session.login({ type: 'account', account: 'ada', password: 'x' })).rejects.toThrow('broken');
    expect(values.size).toBe(0);
    expect(session.store.getState().token).toBeNull();
  });

  it('is over at once on logout, even where the server does not answer', async () => {
    storage.write('token', 't1');
    const { session, ended, problems } = open(
      {
        logout: () => {
          throw new CallError('logout', 0, 'no network', null);
        },
      },
      storage,
    );
    await session.logout();
    expect(session.store.getState()).toMatchObject({ token: null, user: null });
    expect(values.size).toBe(0);
    expect(ended).toEqual(['logout']);
    expect(problems).toHaveLength(1);
  });

  it('ends once, however many answers say so', () => {
    storage.write('token', 't1');
    const { session, ended } = open({}, storage);
    session.signOut('ended');
    session.signOut('ended');
    session.signOut('ended');
    expect(ended).toEqual(['ended']);
  });

  it('changes an old token for a new one within ten seconds of its age, and loads the user again', async () => {
    storage.write('token', 'old', Date.now() - TOKEN_LIFETIME_MS + 3_600_000 + 15_000);
    const { session, made } = open(
      { refreshToken: () => sessionData('new'), getInfo: () => ({ user }) },
      storage,
    );
    const stop = session.keepAlive();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(made).toEqual(['getInfo']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(made).toEqual(['getInfo', 'refreshToken', 'getInfo']);
    expect(session.store.getState().token).toBe('new');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(made).toHaveLength(3);
    stop();
  });

  it('asks for a new token only once at a time', async () => {
    storage.write('token', 'old', Date.now() - TOKEN_LIFETIME_MS);
    const { session, made } = open(
      { refreshToken: () => new Promise(() => undefined), getInfo: () => ({ user }) },
      storage,
    );
    const stop = session.keepAlive();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(made.filter((name) => name === 'refreshToken')).toHaveLength(1);
    stop();
  });

  it('follows a logout in another window', () => {
    storage.write('token', 't1');
    const { session, ended } = open({ getInfo: () => ({ user }) }, storage);
    const stop = session.keepAlive();
    values.clear();
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'coin_web-token' }));
    expect(ended).toEqual(['logout']);
    stop();
  });
});
