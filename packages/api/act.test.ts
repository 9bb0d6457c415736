import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError, createClient, createServerClock, routes } from './index.ts';

const SERVER_MS = 1_800_000_000_000;
const order = {
  params: { side: 'buy' },
  body: { symbol: 'BTCUSDT', type: 'limit', price: '1', quantity: '1' },
} as const;
const done = { code: 200, msg: 'success', data: { orderId: 7 } };
const forgotten = { code: 1030, msg: 'late', data: { key: 'REQUEST_LATE', kept: false } };
const late = { code: 1030, msg: 'late', data: { key: 'REQUEST_LATE' } };

interface Attempt {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The network is played; what the client makes of it is what is tested. */
function stage(play: (attempt: number, signal: AbortSignal) => Promise<object>, timeTakesMs = 0) {
  const attempts: Attempt[] = [];
  const phases: string[] = [];
  let online = true;
  const client = createClient(routes, {
    baseUrl: '',
    head: 'v1',
    token: () => null,
    language: () => 'en',
    online: () => online,
    fetch: async (url, init) => {
      const answerAt = () => String(SERVER_MS + Math.floor(performance.now()));
      if (url === '/livez' && timeTakesMs > 0) await new Promise((go) => setTimeout(go, timeTakesMs));
      if (url === '/livez') return Response.json({}, { headers: { 'server-time': answerAt() } });
      attempts.push({ url: String(url), headers: init?.headers as Record<string, string> });
      const answer = await play(attempts.length, init?.signal as AbortSignal);
      return Response.json(answer, { headers: { 'server-time': answerAt() } });
    },
  });
  const press = () => client.call('exchange', order, { onPhase: (phase) => phases.push(phase) });
  return { attempts, phases, press, goOffline: () => (online = false), goOnline: () => (online = true) };
}

/**
 * Returns what became of a press once `ms` have passed. A press that is still under way fails here at once: an act
 * leaves or is given up, and a broken rule must not hang the test.
 */
async function after(ms: number, pressed: Promise<unknown>): Promise<unknown> {
  let outcome: unknown = 'still under way';
  const settled = pressed.then(
    (data) => (outcome = data),
    (error: unknown) => (outcome = error),
  );
  await vi.advanceTimersByTimeAsync(ms);
  // answers are read in some turns of the loop, which no clock counts
  for (let turn = 0; turn < 200 && outcome === 'still under way'; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(outcome, `the act after ${ms} ms`).not.toBe('still under way');
  await settled;
  return outcome;
}

const never = (signal: AbortSignal) =>
  new Promise<object>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
const broken = () => Promise.reject(new TypeError('fetch failed'));

it('an act asks for timeouts that the platform takes', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  const { press } = stage(async () => done);
  for (let count = 0; count < 3; count++) await press();
  expect(timeout.mock.results.map(({ type }) => type)).toEqual(['return', 'return', 'return', 'return']);
  vi.restoreAllMocks();
});

describe('an act', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new Error('timed out')), ms);
      return controller.signal;
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('carries the server time of the press, whatever the local clock says', async () => {
    vi.setSystemTime(new Date('2001-01-01'));
    const { attempts, press } = stage(async () => done);
    await after(0, press());
    const { 'request-time': time, 'request-window': window } = attempts[0]!.headers;
    expect(Math.abs(Number(time) - SERVER_MS - performance.now())).toBeLessThan(1_000);
    expect(window).toBe('5000');
  });

  it('does not leave when the device is offline, and says so at once', async () => {
    const { attempts, press, goOffline, goOnline } = stage(async () => done);
    goOffline();
    expect(await after(0, press())).toMatchObject({ code: 0, delivery: 'not-sent' });
    goOnline();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(attempts).toEqual([]);
  });

  it('does not leave once its window is over, where the time was learned too late', async () => {
    const { attempts, press } = stage(async () => done, 6_000);
    expect(await after(10_000, press())).toMatchObject({ code: 0, delivery: 'not-sent' });
    expect(attempts).toEqual([]);
  });

  it('is the same request each time it is tried, and is answered by the first that arrives', async () => {
    const { attempts, press, phases } = stage((attempt) => (attempt < 3 ? broken() : Promise.resolve(done)));
    expect(await after(3_000, press())).toEqual({ orderId: 7 });
    expect(attempts).toHaveLength(3);
    for (const { headers } of attempts) {
      expect(headers['idempotency-key']).toBe(attempts[0]!.headers['idempotency-key']);
      expect(headers['request-time']).toBe(attempts[0]!.headers['request-time']);
    }
    expect(phases).toEqual(['sending']);
  });

  it('says after 5 s that it is checking, and then what the server says of it', async () => {
    const { attempts, press, phases } = stage((attempt, signal) =>
      attempt === 1 ? never(signal) : Promise.resolve(late),
    );
    const pressed = press().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(4_900);
    expect(phases).toEqual(['sending']);
    const outcome = await after(1_000, pressed);
    expect(phases).toEqual(['sending', 'checking']);
    expect(outcome).toMatchObject({ code: 1030, key: 'REQUEST_LATE', delivery: 'answered' });
    expect(attempts).toHaveLength(2);
  });

  it('does not say that nothing was done where the server keeps no key of what it may have done', async () => {
    const tried = stage((attempt, signal) => (attempt === 1 ? never(signal) : Promise.resolve(forgotten)));
    expect(await after(6_000, tried.press())).toMatchObject({ code: 0, delivery: 'unknown' });
    expect(tried.attempts).toHaveLength(2);
    // the first to arrive is late by itself: nothing came before it
    const first = stage(() => Promise.resolve(forgotten));
    expect(await after(1_000, first.press())).toMatchObject({ key: 'REQUEST_LATE', delivery: 'answered' });
  });

  it('is answered on a line where each answer takes longer than the window', async () => {
    const slowly = (signal: AbortSignal) =>
      new Promise<object>((resolve, reject) => {
        setTimeout(() => resolve(done), 12_000);
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    const { attempts, press } = stage((_, signal) => slowly(signal));
    expect(await after(45_000, press())).toEqual({ orderId: 7 });
    // within the window, then waited for 5, 10 and 20 s
    expect(attempts).toHaveLength(4);
  });

  it('finds its first answer where the connection died behind it', async () => {
    const { press, phases, goOffline, goOnline } = stage((attempt) =>
      attempt === 1 ? broken() : Promise.resolve(done),
    );
    const pressed = press();
    await vi.advanceTimersByTimeAsync(10);
    goOffline();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(phases).toEqual(['sending', 'checking']);
    goOnline();
    expect(await after(5_000, pressed)).toEqual({ orderId: 7 });
  });

  it('does not take a server that is away for an answer to an earlier attempt', async () => {
    const away = { code: 503, msg: 'away', data: { key: 'UNAVAILABLE' } };
    const { press } = stage((attempt) =>
      attempt === 1 ? broken() : Promise.resolve(attempt < 4 ? away : done),
    );
    expect(await after(20_000, press())).toEqual({ orderId: 7 });
    const first = stage(async () => away);
    expect(await after(0, first.press())).toMatchObject({ key: 'UNAVAILABLE' });
  });

  it('calls the outcome unknown in the end, never not sent', async () => {
    const { press } = stage(broken);
    const outcome = await after(90_000, press());
    expect(outcome).toBeInstanceOf(CallError);
    expect(outcome).toMatchObject({ code: 0, delivery: 'unknown' });
  });

  it('takes the time again where the server finds it ahead', async () => {
    const ahead = { code: 1031, msg: 'ahead', data: { key: 'REQUEST_TIME_AHEAD' } };
    const { attempts, press } = stage(async () => (attempts.length === 1 ? ahead : done));
    expect(await after(2_000, press())).toEqual({ orderId: 7 });
    expect(attempts).toHaveLength(2);
  });
});

describe('the server clock', () => {
  const local = { steady: 0, day: 1_000_000 };
  const clock = () => createServerClock({ steadyMs: () => local.steady, dayMs: () => local.day });
  const pass = (ms: number) => {
    local.steady += ms;
    local.day += ms;
  };

  it('keeps the least delayed sample and follows drift', () => {
    const server = clock();
    expect(server.nowMs()).toBeNull();
    server.learn(5_000);
    pass(1_000);
    server.learn(5_400);
    expect(server.nowMs()).toBe(6_000);
    server.learn(6_010);
    expect(server.nowMs()).toBe(6_010);
    pass(61_000);
    server.learn(66_900);
    expect(server.nowMs()).toBe(66_900);
  });

  it('knows nothing after a sleep or a change of the local time, until it learns again', () => {
    const server = clock();
    server.learn(5_000);
    local.day += 7_200_000;
    expect(server.nowMs()).toBeNull();
    server.learn(9_000);
    expect(server.nowMs()).toBe(9_000);
    local.day -= 7_200_000;
    expect(server.nowMs()).toBeNull();
  });
});
