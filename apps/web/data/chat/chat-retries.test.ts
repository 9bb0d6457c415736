import { CallError, type ErrorKey } from '@candor/api';
import { RECONNECT_DELAY_MS } from '@candor/products';
import { expect, it, vi } from 'vitest';
import { CHAT_ID, type fakeServer, openChat } from '../../../../tests/support/fake-chat.ts';

/** Signals that count on the clock of the test. */
function signalAfter(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), ms);
  return controller.signal;
}

it('asks again for what had no answer while its line stands', async () => {
  const { server, chat, hint, events, numbers } = await openChat();
  chat.show(CHAT_ID);
  await expect.poll(() => server.calls).toContain('getChatRecord');
  vi.useFakeTimers();
  try {
    server.state.isAway = true;
    server.add();
    hint('message', 1);
    events.onConnected();
    await vi.advanceTimersByTimeAsync(RECONNECT_DELAY_MS);
    expect(numbers()).toEqual([]);
    expect(chat.store.getState().error).not.toBeNull();
    server.state.isAway = false;
    await vi.advanceTimersByTimeAsync(2 * RECONNECT_DELAY_MS);
    expect(numbers()).toEqual([1]);
    expect(chat.store.getState().error).toBeNull();
    const asked = server.calls.length;
    await vi.advanceTimersByTimeAsync(2 * RECONNECT_DELAY_MS);
    expect(server.calls).toHaveLength(asked);
  } finally {
    vi.useRealTimers();
  }
});

it('waits a quarter of a minute for an answer that never comes, and asks again', async () => {
  const { server, chat, hint, events, numbers } = await openChat();
  chat.show(CHAT_ID);
  await expect.poll(() => server.calls).toContain('getChatRecord');
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(signalAfter);
  vi.useFakeTimers();
  try {
    server.state.isSilent = true;
    server.add();
    hint('message', 1);
    events.onConnected();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(chat.store.getState().error).not.toBeNull();
    server.state.isSilent = false;
    await vi.advanceTimersByTimeAsync(RECONNECT_DELAY_MS);
    expect(numbers()).toEqual([1]);
    expect(chat.store.getState().error).toBeNull();
  } finally {
    vi.useRealTimers();
    timeout.mockRestore();
  }
});

it.each([
  ['the first page', async (page: Awaited<ReturnType<typeof openChat>>) => page.chat.loadNewest(CHAT_ID)],
  [
    'an earlier page',
    async (page: Awaited<ReturnType<typeof openChat>>) => page.chat.loadOlder(CHAT_ID).catch(() => 'refused'),
  ],
])('waits a quarter of a minute for %s, and can be asked again', async (_, load) => {
  const page = await openChat();
  page.server.add();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(signalAfter);
  vi.useFakeTimers();
  try {
    page.server.state.isSilent = true;
    let isOver = false;
    void load(page).then(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(14_999);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isOver).toBe(true);
    page.server.state.isSilent = false;
    await page.chat.loadNewest(CHAT_ID);
    expect(page.numbers()).toEqual([1]);
    expect(page.thread()?.error).toBeNull();
  } finally {
    vi.useRealTimers();
    timeout.mockRestore();
  }
});

/** Pauses in seconds between the fetches of a list that fails so many times. */
async function pausesOf(
  { server }: Awaited<ReturnType<typeof openChat>>,
  count: number,
): Promise<readonly number[]> {
  const pauses: number[] = [];
  let asked = server.calls.length;
  for (let seconds = 0.5; pauses.length < count && seconds <= 200; seconds += 0.5) {
    await vi.advanceTimersByTimeAsync(500);
    if (server.calls.length === asked) continue;
    pauses.push(seconds);
    asked = server.calls.length;
    seconds = 0;
  }
  return pauses;
}

it.each([
  [0, [1.5, 3, 6, 12, 24, 30, 30]],
  [0.5, [3, 6, 12, 24, 48, 60, 60]],
])(
  'waits longer after each failure up to a minute, by chance (%d), and begins anew after a success',
  async (chance, pauses) => {
    const page = await openChat({ chance });
    vi.useFakeTimers();
    try {
      for (let time = 0; time < 2; time += 1) {
        page.server.state.isAway = true;
        page.events.onConnected();
        await vi.advanceTimersByTimeAsync(0);
        expect(await pausesOf(page, pauses.length)).toEqual(pauses);
        page.server.state.isAway = false;
        await pausesOf(page, 1);
      }
    } finally {
      page.chat.forget();
      vi.useRealTimers();
    }
  },
);

it('asks not before the server lets it', async () => {
  const page = await openChat({ chance: 0 });
  vi.useFakeTimers();
  try {
    const problem = { key: 'RATE_LIMITED', retryAfterMs: 20_000 } as const;
    page.server.state.refusal = new CallError('getConversations', 429, 'limited', problem);
    page.events.onConnected();
    await vi.advanceTimersByTimeAsync(0);
    expect(await pausesOf(page, 2)).toEqual([21.5, 23]);
  } finally {
    page.chat.forget();
    vi.useRealTimers();
  }
});

it('is reminded of a conversation only while no answer and no next try is awaited, and somebody looks', async () => {
  const page = await openChat({ chance: 0 });
  const { server, chat, events, look } = page;
  const unknown = 3;
  vi.useFakeTimers();
  try {
    const problem = { key: 'RATE_LIMITED', retryAfterMs: 20_000 } as const;
    server.state.refusal = new CallError('getConversations', 429, 'limited', problem);
    events.onConnected();
    chat.remind(unknown);
    await vi.advanceTimersByTimeAsync(0);
    const asked = server.calls.length;
    chat.remind(unknown);
    await vi.advanceTimersByTimeAsync(5_000);
    chat.remind(unknown);
    await vi.advanceTimersByTimeAsync(0);
    expect(server.calls).toHaveLength(asked);
    server.state.refusal = null;
    await pausesOf(page, 1);
    expect(server.calls).toHaveLength(asked + 1);
    look(false);
    chat.remind(unknown);
    await vi.advanceTimersByTimeAsync(0);
    expect(server.calls).toHaveLength(asked + 1);
    look(true);
    chat.remind(unknown);
    chat.remind(unknown);
    await vi.advanceTimersByTimeAsync(0);
    expect(server.calls).toHaveLength(asked + 2);
    expect(server.queries.at(-1)).toEqual({ chat: String(unknown) });
  } finally {
    chat.forget();
    vi.useRealTimers();
  }
});

it('asks nothing again while nobody looks, and everything once somebody does', async () => {
  const { server, chat, hint, events, look, numbers } = await openChat();
  chat.show(CHAT_ID);
  await expect.poll(() => server.calls).toContain('getChatRecord');
  vi.useFakeTimers();
  try {
    look(false);
    server.state.isAway = true;
    server.add();
    hint('message', 1);
    events.onConnected();
    await vi.advanceTimersByTimeAsync(0);
    const asked = server.calls.length;
    server.state.isAway = false;
    await vi.advanceTimersByTimeAsync(10 * RECONNECT_DELAY_MS);
    expect(server.calls).toHaveLength(asked);
    look(true);
    chat.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(numbers()).toEqual([1]);
  } finally {
    chat.forget();
    vi.useRealTimers();
  }
});

const refused = (code: number, key: ErrorKey) => new CallError('getChatRecord', code, key, { key });

/** A page whose thread missed a message: a hint told of it, and its fetch fails. No list is fetched meanwhile. */
async function missOne(fail: (state: ReturnType<typeof fakeServer>['state']) => void) {
  const page = await openChat();
  page.chat.show(CHAT_ID);
  await expect.poll(() => page.thread()?.top).toBe(0);
  vi.useFakeTimers();
  fail(page.server.state);
  page.server.add();
  page.hint('message', 1);
  await vi.advanceTimersByTimeAsync(0);
  expect(page.numbers()).toEqual([]);
  const asked = page.server.calls.length;
  page.server.state.isAway = false;
  page.server.state.refusal = null;
  await vi.advanceTimersByTimeAsync(2 * RECONNECT_DELAY_MS);
  return { numbers: page.numbers(), later: page.server.calls.slice(asked) };
}

it.each<[string, Parameters<typeof missOne>[0]]>([
  ['had no answer', (state) => Object.assign(state, { isAway: true })],
  ['came too early', (state) => Object.assign(state, { refusal: refused(429, 'RATE_LIMITED') })],
  ['met a house that rests', (state) => Object.assign(state, { refusal: refused(503, 'UNAVAILABLE') })],
])('asks again for a thread alone where its fetch %s', async (_, fail) => {
  try {
    const { numbers, later } = await missOne(fail);
    expect(numbers).toEqual([1]);
    expect(later).toContain('getChatRecord');
    expect(later).not.toContain('getConversations');
  } finally {
    vi.useRealTimers();
  }
});

it('asks no more for a thread that the server refused', async () => {
  try {
    const fail = (state: object) => Object.assign(state, { refusal: refused(1503, 'CHAT_UNKNOWN') });
    expect(await missOne(fail)).toEqual({ numbers: [], later: [] });
  } finally {
    vi.useRealTimers();
  }
});
