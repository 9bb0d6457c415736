import {
  CallError,
  type CallOptions,
  CHAT_PAGE_SIZE,
  type ChatRecord,
  type Conversation,
  type ErrorKey,
  Undelivered,
} from '@candor/api';
import { RECONNECT_DELAY_MS } from '@candor/products';
import { expect, it, vi } from 'vitest';
import { type ChatDeps, createChat, unreadOf } from './chat.ts';
import type { ChatLineEvents } from './chat-line.ts';

const ID = 7;

const recordOf = (number: number, more: Partial<ChatRecord> = {}): ChatRecord => ({
  id: number,
  number,
  content: `text ${number}`,
  content_type: 1,
  create_time: number,
  blade_user_id: -2,
  isStaff: true,
  mine: false,
  system: null,
  masked: false,
  key: null,
  image: null,
  ...more,
});

/** No answer comes: rejects with the reason of the signal, as a fetch does, and never without one. */
const until = (signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

/** Signals that count on the clock of the test. */
function signalAfter(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), ms);
  return controller.signal;
}

/** A server with one conversation, as far as a page can tell. */
function fakeServer() {
  const records: ChatRecord[] = [];
  const state = {
    readNumber: 0,
    failSend: null as unknown,
    losesAnswer: false,
    isAway: false,
    isSilent: false,
    refusal: null as unknown,
  };
  const calls: string[] = [];
  const add = (more: Partial<ChatRecord> = {}): ChatRecord => {
    const record = recordOf(records.length + 1, more);
    records.push(record);
    return record;
  };
  const conversation = (): Conversation => ({
    id: ID,
    chatKey: 'k'.repeat(32),
    kind: 'support',
    matter: 'general',
    reference: '',
    status: 'open',
    inHand: false,
    language: 'en',
    lastNumber: records.length,
    lastTime: records.length,
    createTime: 1,
    unread: records.filter(({ mine, number }) => !mine && number > state.readNumber).length,
    readNumber: state.readNumber,
    rating: null,
    othersRead: 0,
  });
  interface Input {
    readonly body: {
      readonly current?: number;
      readonly size?: number;
      readonly top?: number;
      readonly after?: number;
      readonly number?: number;
      readonly content?: string;
    };
  }
  const answers: Record<string, (input: Input, key?: string) => unknown> = {
    getConversations: () => ({ topic: 'own', unread: conversation().unread, list: [conversation()] }),
    openSupport: conversation,
    getChatRecord({ body: { current = 1, size = CHAT_PAGE_SIZE, top = records.length, after } }) {
      const found =
        after === undefined
          ? records
              .filter(({ number }) => number <= top)
              .reverse()
              .slice((current - 1) * size, current * size)
          : records.filter(({ number }) => number > after).slice(0, size);
      return { records: found, current, size, top, conversation: conversation() };
    },
    markChatRead({ body: { number = 0 } }) {
      state.readNumber = Math.max(state.readNumber, number);
      return { readNumber: state.readNumber, unread: conversation().unread };
    },
    sendTyping: () => ({}),
    sendChatRecord({ body: { content = '' } }, key = '') {
      if (state.failSend !== null) throw state.failSend;
      const known = records.find((record) => record.key === key);
      const record = known ?? add({ content, mine: true, isStaff: false, blade_user_id: 1, key });
      if (state.losesAnswer) {
        state.losesAnswer = false;
        throw new CallError('sendChatRecord', 0, 'lost', null, new Undelivered('unknown'));
      }
      return record;
    },
  };
  const call = async (name: string, input: Input, options?: CallOptions) => {
    calls.push(name);
    await Promise.resolve();
    if (state.isSilent) await until(options?.signal);
    if (state.refusal !== null) throw state.refusal;
    if (state.isAway) throw new CallError(name, 0, 'away', null);
    return answers[name]!(input, options?.idempotencyKey);
  };
  return { records, state, calls, add, client: { call } as unknown as ChatDeps['client'] };
}

async function openChat({ isAway = false, chance = 0.5 } = {}) {
  const server = fakeServer();
  server.state.isAway = isAway;
  let events: ChatLineEvents | null = null;
  let opened = 0;
  let keys = 0;
  let isSeen = true;
  const chat = createChat({
    client: server.client,
    line(given) {
      events = given;
      return {
        open: () => {
          opened += 1;
        },
        wake() {},
        close() {},
      };
    },
    lineUrl: () => 'ws://line',
    newKey() {
      keys += 1;
      return `key-${keys}`;
    },
    isSeen: () => isSeen,
    onProblem() {},
    random: () => chance,
  });
  const hint = (event: string, number: number, own = false) =>
    events!.onHint({ type: 'chat', t: 1, event, chatId: ID, number, own });
  const thread = () => chat.store.getState().threads.get(ID);
  const numbers = () => thread()?.messages.map(({ number }) => number) ?? [];
  chat.begin(1, 'token');
  if (isAway) await expect.poll(() => chat.store.getState().error).not.toBeNull();
  else await expect.poll(() => chat.store.getState().conversations).not.toBeNull();
  return {
    server,
    chat,
    hint,
    thread,
    numbers,
    events: events as unknown as ChatLineEvents,
    opened: () => opened,
    look: (seen: boolean) => {
      isSeen = seen;
    },
  };
}
const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

it('counts what is unread, and opening a conversation clears it', async () => {
  const { server, chat, hint } = await openChat();
  server.add();
  hint('message', 1);
  await expect.poll(() => unreadOf(chat.store.getState())).toBe(1);
  chat.show(ID);
  await expect.poll(() => server.state.readNumber).toBe(1);
  expect(unreadOf(chat.store.getState())).toBe(0);
});

it('leaves unread what comes while nobody looks at the page', async () => {
  const { server, chat, hint, look } = await openChat();
  chat.show(ID);
  look(false);
  server.add();
  hint('message', 1);
  await expect.poll(() => unreadOf(chat.store.getState())).toBe(1);
  expect(server.state.readNumber).toBe(0);
  look(true);
  chat.markRead(ID);
  await expect.poll(() => server.state.readNumber).toBe(1);
});

it('offers earlier messages only while the last page was full', async () => {
  const { server, chat, thread, numbers } = await openChat();
  for (let count = 0; count < CHAT_PAGE_SIZE * 2; count += 1) server.add();
  chat.wake();
  chat.show(ID);
  await expect.poll(numbers).toEqual(upTo(30, 16));
  expect(thread()?.mayHaveOlder).toBe(true);
  await chat.loadOlder(ID);
  expect(numbers()).toEqual(upTo(30));
  // exactly two pages: the button stays, and the empty third page takes it away
  expect(thread()?.mayHaveOlder).toBe(true);
  await chat.loadOlder(ID);
  expect(numbers()).toEqual(upTo(30));
  expect(thread()?.mayHaveOlder).toBe(false);
});

it('loses and doubles nothing where messages arrive while pages are loaded', async () => {
  const { server, chat, hint, numbers } = await openChat();
  for (let count = 0; count < 40; count += 1) server.add();
  chat.wake();
  chat.show(ID);
  await expect.poll(numbers).toEqual(upTo(40, 26));
  for (let count = 0; count < 20; count += 1) hint('message', server.add().number);
  await chat.loadOlder(ID);
  await chat.loadOlder(ID);
  await expect.poll(numbers).toEqual(upTo(60));
});

it('fetches what was missed after a cut, however much that is', async () => {
  const { server, chat, events, numbers } = await openChat();
  server.add();
  chat.show(ID);
  await expect.poll(numbers).toEqual([1]);
  for (let count = 0; count < 230; count += 1) server.add();
  events.onConnected();
  await expect.poll(numbers).toEqual(upTo(231));
});

it('begins at the next wake where the first fetch failed, as often as that takes', async () => {
  const { server, chat, opened } = await openChat({ isAway: true });
  chat.wake();
  await expect.poll(() => server.calls.length).toBeGreaterThan(1);
  expect(chat.store.getState().conversations).toBeNull();
  server.state.isAway = false;
  chat.wake();
  await expect.poll(() => chat.store.getState().conversations).toHaveLength(1);
  expect(chat.store.getState().error).toBeNull();
  expect(opened()).toBe(1);
});

it('asks again for what had no answer while its line stands', async () => {
  const { server, chat, hint, events, numbers } = await openChat();
  chat.show(ID);
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
  chat.show(ID);
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

it('asks nothing again while nobody looks, and everything once somebody does', async () => {
  const { server, chat, hint, events, look, numbers } = await openChat();
  chat.show(ID);
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
  page.chat.show(ID);
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

it('begins when the account is connected again, and asks then only after a failure', async () => {
  const { server, chat } = await openChat({ isAway: true });
  server.state.isAway = false;
  chat.connected();
  await expect.poll(() => chat.store.getState().conversations).toHaveLength(1);
  const asked = server.calls.length;
  chat.connected();
  expect(server.calls).toHaveLength(asked);
});

it('begins with a newer token where the first fetch failed', async () => {
  const { server, chat } = await openChat({ isAway: true });
  server.state.isAway = false;
  chat.begin(1, 'newer');
  await expect.poll(() => chat.store.getState().conversations).toHaveLength(1);
});

it('asks for nothing at a wake after the session', async () => {
  const { server, chat } = await openChat();
  chat.forget();
  chat.wake();
  expect(server.calls).toEqual(['getConversations']);
});

it('closes a gap that a hint shows', async () => {
  const { server, chat, hint, numbers } = await openChat();
  chat.show(ID);
  await expect.poll(() => server.calls).toContain('getChatRecord');
  for (let count = 0; count < 5; count += 1) server.add();
  // the hints of four of them were lost
  hint('message', 5);
  await expect.poll(numbers).toEqual(upTo(5));
});

it('misses nothing before its own first message where the conversation was empty', async () => {
  const { server, chat, thread, numbers } = await openChat();
  chat.show(ID);
  await expect.poll(() => thread()?.top).toBe(0);
  // the hint of it was lost
  server.add();
  chat.sendText(ID, 'hello');
  await expect.poll(numbers).toEqual([1, 2]);
});

it('shows a message at once, and its row once where the echo is first', async () => {
  const { chat, hint, thread, numbers } = await openChat();
  chat.show(ID);
  chat.sendText(ID, 'hello');
  expect(thread()?.waiting.map(({ content }) => content)).toEqual(['hello']);
  hint('message', 1, true);
  await expect.poll(numbers).toEqual([1]);
  await expect.poll(() => thread()?.waiting).toEqual([]);
  expect(numbers()).toEqual([1]);
});

it('sends a message whose answer was lost under the same key: one row, however often', async () => {
  const { server, chat, thread, numbers } = await openChat();
  chat.show(ID);
  server.state.losesAnswer = true;
  chat.sendText(ID, 'hello');
  await expect.poll(() => thread()?.waiting[0]?.error ?? null).not.toBeNull();
  const { localId, key } = thread()!.waiting[0]!;
  expect(key).toBe(server.records[0]!.key);
  chat.retry(ID, localId);
  await expect.poll(() => thread()?.waiting).toEqual([]);
  expect(server.records).toHaveLength(1);
  expect(numbers()).toEqual([1]);
});

it('keeps a refused message until it is sent by another key, or deleted', async () => {
  const { server, chat, thread } = await openChat();
  chat.show(ID);
  server.state.failSend = new CallError('sendChatRecord', 1505, 'limited', null);
  chat.sendText(ID, 'one');
  chat.sendText(ID, 'two');
  await expect.poll(() => thread()?.waiting.filter(({ error }) => error !== null).length).toBe(2);
  server.state.failSend = null;
  const [one, two] = thread()!.waiting;
  expect(one!.key).not.toBe(one!.localId);
  chat.retry(ID, one!.localId);
  await expect.poll(() => thread()?.waiting.length).toBe(1);
  chat.discard(ID, two!.localId);
  expect(thread()?.waiting).toEqual([]);
  expect(server.records.map(({ content }) => content)).toEqual(['one']);
});

it('sends messages in the order in which they were written', async () => {
  const { server, chat } = await openChat();
  chat.show(ID);
  for (const word of ['a', 'b', 'c']) chat.sendText(ID, word);
  await expect.poll(() => server.records.map(({ content }) => content)).toEqual(['a', 'b', 'c']);
});

it('shows that another party types, until a message comes', async () => {
  const { server, chat, hint } = await openChat();
  chat.show(ID);
  await expect.poll(() => server.calls).toContain('getChatRecord');
  hint('typing', 0, true);
  expect(chat.store.getState().typing.has(ID)).toBe(false);
  hint('typing', 0);
  expect(chat.store.getState().typing.has(ID)).toBe(true);
  server.add();
  hint('message', 1);
  await expect.poll(() => chat.store.getState().typing.has(ID)).toBe(false);
});

it('takes the highest read mark of the others, whichever order they come in', async () => {
  const { chat, hint } = await openChat();
  hint('read', 40);
  hint('read', 35);
  expect(chat.store.getState().conversations?.[0]?.othersRead).toBe(40);
});

it('keeps what was typed, tells of it at most once in a while, and forgets it with the session', async () => {
  const { server, chat } = await openChat();
  for (const text of ['h', 'he', 'hel']) chat.setDraft(ID, text);
  expect(chat.store.getState().drafts.get(ID)).toBe('hel');
  await expect.poll(() => server.calls.filter((name) => name === 'sendTyping').length).toBe(1);
  chat.forget();
  expect(chat.store.getState()).toMatchObject({ conversations: null, shown: null });
  expect(chat.store.getState().drafts.size).toBe(0);
});

it('opens its line only for a user who has a conversation', async () => {
  const { opened } = await openChat();
  expect(opened()).toBe(1);
});
