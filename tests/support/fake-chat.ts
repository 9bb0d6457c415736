import {
  CallError,
  type CallOptions,
  CHAT_PAGE_SIZE,
  type ChatRecord,
  type Conversation,
  Undelivered,
} from '@candor/api';
import { expect } from 'vitest';
import { type ChatDeps, createChat } from '../../apps/web/data/chat/chat.ts';
import type { ChatLineEvents } from '../../apps/web/data/chat/chat-line.ts';

/** The one conversation of the server. */
export const CHAT_ID = 7;

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

/** A server with one conversation, as far as a page can tell. */
export function fakeServer() {
  const records: ChatRecord[] = [];
  const state = {
    readNumber: 0,
    failSend: null as unknown,
    losesAnswer: false,
    isAway: false,
    isSilent: false,
    refusal: null as unknown,
    /** Conversations that are told only to a page that names them. */
    older: [] as readonly number[],
  };
  const calls: string[] = [];
  const queries: (object | undefined)[] = [];
  const add = (more: Partial<ChatRecord> = {}): ChatRecord => {
    const record = recordOf(records.length + 1, more);
    records.push(record);
    return record;
  };
  const conversation = (): Conversation => ({
    id: CHAT_ID,
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
    readonly query?: { readonly chat?: string };
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
    getConversations({ query }) {
      const named = state.older.filter((id) => query?.chat === String(id));
      const list = [conversation(), ...named.map((id) => ({ ...conversation(), id }))];
      return { topic: 'own', unread: conversation().unread, list };
    },
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
    queries.push(input.query);
    await Promise.resolve();
    if (state.isSilent) await until(options?.signal);
    if (state.refusal !== null) throw state.refusal;
    if (state.isAway) throw new CallError(name, 0, 'away', null);
    return answers[name]!(input, options?.idempotencyKey);
  };
  return { records, state, calls, queries, add, client: { call } as unknown as ChatDeps['client'] };
}

/** Opens the chat of a page on such a server, with a line whose events the test sends. */
export async function openChat({ isAway = false, chance = 0.5 } = {}) {
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
    events!.onHint({ type: 'chat', t: 1, event, chatId: CHAT_ID, number, own });
  const thread = () => chat.store.getState().threads.get(CHAT_ID);
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
/** Numbers of messages, in order. */
export const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
