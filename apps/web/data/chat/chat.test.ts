import { CallError, CHAT_PAGE_SIZE } from '@candor/api';
import { expect, it } from 'vitest';
import { CHAT_ID, openChat, upTo } from '../../../../tests/support/fake-chat.ts';
import { unreadOf } from './chat.ts';

it('counts what is unread, and opening a conversation clears it', async () => {
  const { server, chat, hint } = await openChat();
  server.add();
  hint('message', 1);
  await expect.poll(() => unreadOf(chat.store.getState())).toBe(1);
  chat.show(CHAT_ID);
  await expect.poll(() => server.state.readNumber).toBe(1);
  expect(unreadOf(chat.store.getState())).toBe(0);
});

it('leaves unread what comes while nobody looks at the page', async () => {
  const { server, chat, hint, look } = await openChat();
  chat.show(CHAT_ID);
  look(false);
  server.add();
  hint('message', 1);
  await expect.poll(() => unreadOf(chat.store.getState())).toBe(1);
  expect(server.state.readNumber).toBe(0);
  look(true);
  chat.markRead(CHAT_ID);
  await expect.poll(() => server.state.readNumber).toBe(1);
});

it('offers earlier messages only while the last page was full', async () => {
  const { server, chat, thread, numbers } = await openChat();
  for (let count = 0; count < CHAT_PAGE_SIZE * 2; count += 1) server.add();
  chat.wake();
  chat.show(CHAT_ID);
  await expect.poll(numbers).toEqual(upTo(30, 16));
  expect(thread()?.mayHaveOlder).toBe(true);
  await chat.loadOlder(CHAT_ID);
  expect(numbers()).toEqual(upTo(30));
  // exactly two pages: the button stays, and the empty third page takes it away
  expect(thread()?.mayHaveOlder).toBe(true);
  await chat.loadOlder(CHAT_ID);
  expect(numbers()).toEqual(upTo(30));
  expect(thread()?.mayHaveOlder).toBe(false);
});

it('loses and doubles nothing where messages arrive while pages are loaded', async () => {
  const { server, chat, hint, numbers } = await openChat();
  for (let count = 0; count < 40; count += 1) server.add();
  chat.wake();
  chat.show(CHAT_ID);
  await expect.poll(numbers).toEqual(upTo(40, 26));
  for (let count = 0; count < 20; count += 1) hint('message', server.add().number);
  await chat.loadOlder(CHAT_ID);
  await chat.loadOlder(CHAT_ID);
  await expect.poll(numbers).toEqual(upTo(60));
});

it('fetches what was missed after a cut, however much that is', async () => {
  const { server, chat, events, numbers } = await openChat();
  server.add();
  chat.show(CHAT_ID);
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
  chat.show(CHAT_ID);
  await expect.poll(() => server.calls).toContain('getChatRecord');
  for (let count = 0; count < 5; count += 1) server.add();
  // the hints of four of them were lost
  hint('message', 5);
  await expect.poll(numbers).toEqual(upTo(5));
});

it('misses nothing before its own first message where the conversation was empty', async () => {
  const { server, chat, thread, numbers } = await openChat();
  chat.show(CHAT_ID);
  await expect.poll(() => thread()?.top).toBe(0);
  // the hint of it was lost
  server.add();
  chat.sendText(CHAT_ID, 'hello');
  await expect.poll(numbers).toEqual([1, 2]);
});

it('shows a message at once, and its row once where the echo is first', async () => {
  const { chat, hint, thread, numbers } = await openChat();
  chat.show(CHAT_ID);
  chat.sendText(CHAT_ID, 'hello');
  expect(thread()?.waiting.map(({ content }) => content)).toEqual(['hello']);
  hint('message', 1, true);
  await expect.poll(numbers).toEqual([1]);
  await expect.poll(() => thread()?.waiting).toEqual([]);
  expect(numbers()).toEqual([1]);
});

it('sends a message whose answer was lost under the same key: one row, however often', async () => {
  const { server, chat, thread, numbers } = await openChat();
  chat.show(CHAT_ID);
  server.state.losesAnswer = true;
  chat.sendText(CHAT_ID, 'hello');
  await expect.poll(() => thread()?.waiting[0]?.error ?? null).not.toBeNull();
  const { localId, key } = thread()!.waiting[0]!;
  expect(key).toBe(server.records[0]!.key);
  chat.retry(CHAT_ID, localId);
  await expect.poll(() => thread()?.waiting).toEqual([]);
  expect(server.records).toHaveLength(1);
  expect(numbers()).toEqual([1]);
});

it('keeps a refused message until it is sent by another key, or deleted', async () => {
  const { server, chat, thread } = await openChat();
  chat.show(CHAT_ID);
  server.state.failSend = new CallError('sendChatRecord', 1505, 'limited', null);
  chat.sendText(CHAT_ID, 'one');
  chat.sendText(CHAT_ID, 'two');
  await expect.poll(() => thread()?.waiting.filter(({ error }) => error !== null).length).toBe(2);
  server.state.failSend = null;
  const [one, two] = thread()!.waiting;
  expect(one!.key).not.toBe(one!.localId);
  chat.retry(CHAT_ID, one!.localId);
  await expect.poll(() => thread()?.waiting.length).toBe(1);
  chat.discard(CHAT_ID, two!.localId);
  expect(thread()?.waiting).toEqual([]);
  expect(server.records.map(({ content }) => content)).toEqual(['one']);
});

it('sends messages in the order in which they were written', async () => {
  const { server, chat } = await openChat();
  chat.show(CHAT_ID);
  for (const word of ['a', 'b', 'c']) chat.sendText(CHAT_ID, word);
  await expect.poll(() => server.records.map(({ content }) => content)).toEqual(['a', 'b', 'c']);
});

it('shows that another party types, until a message comes', async () => {
  const { server, chat, hint } = await openChat();
  chat.show(CHAT_ID);
  await expect.poll(() => server.calls).toContain('getChatRecord');
  hint('typing', 0, true);
  expect(chat.store.getState().typing.has(CHAT_ID)).toBe(false);
  hint('typing', 0);
  expect(chat.store.getState().typing.has(CHAT_ID)).toBe(true);
  server.add();
  hint('message', 1);
  await expect.poll(() => chat.store.getState().typing.has(CHAT_ID)).toBe(false);
});

it('takes the highest read mark of the others, whichever order they come in', async () => {
  const { chat, hint } = await openChat();
  hint('read', 40);
  hint('read', 35);
  expect(chat.store.getState().conversations?.[0]?.othersRead).toBe(40);
});

it('keeps what was typed, tells of it at most once in a while, and forgets it with the session', async () => {
  const { server, chat } = await openChat();
  for (const text of ['h', 'he', 'hel']) chat.setDraft(CHAT_ID, text);
  expect(chat.store.getState().drafts.get(CHAT_ID)).toBe('hel');
  await expect.poll(() => server.calls.filter((name) => name === 'sendTyping').length).toBe(1);
  chat.forget();
  expect(chat.store.getState()).toMatchObject({ conversations: null, shown: null });
  expect(chat.store.getState().drafts.size).toBe(0);
});

it('keeps what was not sent for the same user where the session ended by itself, and for nobody else', async () => {
  const { server, chat } = await openChat();
  chat.show(CHAT_ID);
  server.state.failSend = new CallError('sendChatRecord', 401, 'ended', null);
  chat.sendText(CHAT_ID, 'on its way');
  chat.setDraft(CHAT_ID, 'typed');
  chat.forget(true);
  expect(chat.store.getState().drafts.size).toBe(0);
  chat.begin(1, 'newer');
  expect(chat.store.getState().drafts.get(CHAT_ID)).toBe('on its way\ntyped');
  chat.forget(true);
  chat.begin(2, 'other');
  expect(chat.store.getState().drafts.size).toBe(0);
  chat.forget();
  chat.begin(1, 'newest');
  expect(chat.store.getState().drafts.size).toBe(0);
});

it('shows a conversation that it did not know when it was opened', async () => {
  const { server, chat, numbers } = await openChat({ isAway: true });
  server.add();
  chat.show(CHAT_ID);
  await expect.poll(() => chat.store.getState().error).not.toBeNull();
  server.state.isAway = false;
  chat.wake();
  await expect.poll(numbers).toEqual([1]);
});

it('asks for a conversation that is older than those that are listed, and for no known one', async () => {
  const { server, chat } = await openChat();
  chat.need(CHAT_ID);
  expect(server.calls).toEqual(['getConversations']);
  chat.need(3);
  await expect.poll(() => server.queries.at(-1)).toEqual({ chat: '3' });
});

it('keeps two conversations that are older than those that are listed, as long as the server has them', async () => {
  const { server, chat, events } = await openChat();
  const ids = () => chat.store.getState().conversations?.map(({ id }) => id);
  server.state.older = [3, 4];
  chat.need(3);
  await expect.poll(ids).toEqual([CHAT_ID, 3]);
  chat.need(4);
  await expect.poll(ids).toEqual([CHAT_ID, 4, 3]);
  server.state.older = [];
  events.onConnected();
  await expect.poll(ids).toEqual([CHAT_ID, 3]);
});

it('opens its line only for a user who has a conversation', async () => {
  const { opened } = await openChat();
  expect(opened()).toBe(1);
});
