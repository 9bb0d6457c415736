import { CallError, type ChatMessage, type Conversation, TYPING_MS } from '@candor/api';
import { createStore } from 'zustand/vanilla';
import {
  EMPTY_THREAD,
  knownUpTo,
  newestNumber,
  type Thread,
  type WaitingMessage,
  withMessages,
  withoutWaiting,
  withPage,
  withWaiting,
} from './thread.ts';
import type { Chat, ChatDeps, ChatState } from './types.ts';
import { inTime, isPassing, pauseAfter } from './waits.ts';

export type { Chat, ChatDeps, ChatState } from './types.ts';

const EMPTY: ChatState = {
  conversations: null,
  error: null,
  shown: null,
  threads: new Map(),
  typing: new Set(),
  drafts: new Map(),
};
const TYPING_EVERY_MS = TYPING_MS / 2;
const FETCHED_AT_ONCE = 100;
/** Conversations asked for by name that stay beside those that are listed. */
const MOST_NEEDED = 5;
/** Returns the number of messages that wait for the user. */
export const unreadOf = ({ conversations }: Pick<ChatState, 'conversations'>): number =>
  (conversations ?? []).reduce((sum, { unread }) => sum + unread, 0);

/** Texts that were typed, behind those that were on their way, by conversation. */
function unsentOf({ drafts, threads }: ChatState): ChatState['drafts'] {
  const unsent = new Map(drafts);
  for (const [chatId, { waiting }] of threads) {
    const texts = waiting.filter(({ file }) => file === null).map(({ content }) => content);
    const draft = drafts.get(chatId) ?? '';
    if (texts.length > 0) unsent.set(chatId, [...texts, ...(draft === '' ? [] : [draft])].join('\n'));
  }
  return unsent;
}

function isHint(hint: unknown): hint is ChatMessage {
  return typeof hint === 'object' && hint !== null && 'type' in hint && hint.type === 'chat';
}

/**
 * Keeps the conversations in step with the server: hints carry numbers, and whatever is missing after the newest one that
 * is known is fetched, at a hint, at each begin of the line, and when the page is looked at again.
 */
export function createChat(deps: ChatDeps): Chat {
  const { client, line, lineUrl, newKey, isSeen, onProblem, random = Math.random } = deps;
  const store = createStore<ChatState>(() => EMPTY);
  const { getState, setState } = store;
  let session = 0;
  let user: { readonly userId: number; readonly token: string } | null = null;
  let topic: string | null = null;
  /** Conversations that a page or the box showed, which may be older than those that are listed; the latest at the end. */
  let needed: readonly number[] = [];
  /** Texts of a session that ended by itself, until its user is back. */
  let kept: { readonly userId: number; readonly drafts: ChatState['drafts'] } | null = null;
  const typingEnds = new Map<number, ReturnType<typeof setTimeout>>();
  /** Conversations whose missing messages are being fetched; true: something came meanwhile. */
  const catching = new Map<number, boolean>();
  /** Conversations whose first page is being fetched. */
  const beginning = new Map<number, boolean>();
  /** Messages leave in the order in which they were written. */
  const sending = new Map<number, Promise<unknown>>();
  const typedAt = new Map<number, ReturnType<typeof setTimeout>>();
  /** Fetches that had no answer, by conversation: the line may stand all the while, and brings no hint of them again. */
  const retries = new Map<number | 'list', ReturnType<typeof setTimeout>>();
  /** Failures of these fetches since the last success. */
  const failures = new Map<number | 'list', number>();

  const endRetry = (of: number | 'list'): void => {
    clearTimeout(retries.get(of));
    retries.delete(of);
  };
  const retryLater = (of: number | 'list', error: unknown, work: () => unknown): void => {
    endRetry(of);
    if (!isPassing(error)) return;
    const before = failures.get(of) ?? 0;
    failures.set(of, before + 1);
    // a page that nobody sees asks again once it is looked at
    const again = () => {
      retries.delete(of);
      if (isSeen()) work();
    };
    retries.set(of, setTimeout(again, pauseAfter(error, before, random)));
  };

  const threadOf = (chatId: number): Thread => getState().threads.get(chatId) ?? EMPTY_THREAD;
  const setThread = (chatId: number, change: (thread: Thread) => Thread): void =>
    setState(({ threads }) => ({
      threads: new Map(threads).set(chatId, change(threads.get(chatId) ?? EMPTY_THREAD)),
    }));
  const conversationOf = (chatId: number): Conversation | undefined =>
    getState().conversations?.find(({ id }) => id === chatId);
  const setConversation = (next: Conversation): void =>
    setState(({ conversations }) => ({
      conversations: [next, ...(conversations ?? []).filter(({ id }) => id !== next.id)].sort(
        (left, right) => right.lastTime - left.lastTime,
      ),
    }));

  const endTyping = (chatId: number): void => {
    clearTimeout(typingEnds.get(chatId));
    typingEnds.delete(chatId);
    setState(({ typing }) => ({ typing: new Set([...typing].filter((id) => id !== chatId)) }));
  };
  const beginTyping = (chatId: number): void => {
    clearTimeout(typingEnds.get(chatId));
    typingEnds.set(
      chatId,
      setTimeout(() => endTyping(chatId), TYPING_MS),
    );
    setState(({ typing }) => ({ typing: new Set(typing).add(chatId) }));
  };

  /** Conversations known by name that a list leaves out for their age; the one that it was asked for it has, or there is none. */
  const unlisted = (list: readonly Conversation[], asked: number | undefined): readonly Conversation[] =>
    (getState().conversations ?? []).filter(
      ({ id }) => id !== asked && needed.includes(id) && !list.some((each) => each.id === id),
    );

  let isFetching = false;
  let asksAgain = false;
  /** Fetches the conversations; while they are being fetched, once more after that. */
  const fetchConversations = async (): Promise<void> => {
    asksAgain = isFetching;
    if (isFetching) return;
    isFetching = true;
    endRetry('list');
    const now = session;
    try {
      const newest = needed.at(-1);
      const asked = newest === undefined ? {} : { query: { chat: String(newest) } };
      const { list, topic: own } = await client.call('getConversations', asked, inTime());
      if (now !== session) return;
      failures.delete('list');
      topic = own;
      const others = unlisted(list, newest);
      setState({ conversations: [...list, ...others], error: null });
      if (list.length > 0) openLine();
      // this answer says nothing of what they miss
      for (const { id } of others) if (getState().threads.has(id)) void catchUp(id);
      for (const { id, lastNumber } of list) {
        const thread = getState().threads.get(id);
        if (thread !== undefined && thread.top !== null && knownUpTo(thread) < lastNumber) void catchUp(id);
      }
      // one that was not known when it was opened
      const { shown } = getState();
      if (typeof shown === 'number' && threadOf(shown).top === null) void loadNewest(shown);
    } catch (error) {
      if (now === session) {
        setState({ error });
        retryLater('list', error, fetchConversations);
      }
      onProblem(error);
    } finally {
      isFetching = false;
      if (asksAgain) void fetchConversations();
    }
  };

  /** Fetches the messages after the newest one that is known, until there are no more. */
  const catchUp = async (chatId: number): Promise<void> => {
    if (catching.has(chatId)) {
      catching.set(chatId, true);
      return;
    }
    const conversation = conversationOf(chatId);
    // the first page brings what is newest by itself
    if (conversation === undefined || threadOf(chatId).top === null) return;
    const now = session;
    catching.set(chatId, false);
    endRetry(chatId);
    try {
      for (let isMore = true; isMore; ) {
        catching.set(chatId, false);
        const missed = {
          params: { chatKey: conversation.chatKey },
          body: { after: knownUpTo(threadOf(chatId)), size: FETCHED_AT_ONCE },
        };
        const { records, conversation: next } = await client.call('getChatRecord', missed, inTime());
        if (now !== session) return;
        failures.delete(chatId);
        setThread(chatId, (thread) => withMessages(thread, records));
        setConversation(next);
        if (records.some(({ mine }) => !mine)) endTyping(chatId);
        markIfSeen(chatId);
        isMore = records.length >= FETCHED_AT_ONCE || catching.get(chatId) === true;
      }
    } catch (error) {
      if (now === session) retryLater(chatId, error, () => catchUp(chatId));
      onProblem(error);
    } finally {
      if (now === session) catching.delete(chatId);
    }
  };

  const chatLine = line({
    onConnected: () => void fetchConversations(),
    onHint(hint) {
      if (!isHint(hint)) return;
      const { chatId, event, number, own } = hint;
      const known = conversationOf(chatId);
      if (event === 'typing') {
        if (!own) beginTyping(chatId);
      } else if (event === 'message' && known !== undefined && getState().threads.has(chatId)) {
        setConversation({ ...known, lastNumber: Math.max(known.lastNumber, number) });
        if (knownUpTo(threadOf(chatId)) < number) void catchUp(chatId);
      } else if (event === 'read' && !own && known !== undefined) {
        setConversation({ ...known, othersRead: Math.max(known.othersRead, number) });
      } else void fetchConversations();
    },
  });
  let openedWith: string | null = null;
  function openLine(): void {
    if (user === null || topic === null) return;
    const { userId, token } = user;
    const wanted = `${userId} ${token} ${topic}`;
    if (openedWith === wanted) return;
    openedWith = wanted;
    chatLine.open({ url: lineUrl(), user: String(userId), token, topic });
  }

  const markIfSeen = (chatId: number): void => {
    if (getState().shown === chatId && isSeen()) markRead(chatId);
  };
  function markRead(chatId: number): void {
    const conversation = conversationOf(chatId);
    const number = newestNumber(threadOf(chatId));
    if (conversation === undefined || number <= conversation.readNumber) return;
    const now = session;
    setConversation({ ...conversation, readNumber: number, unread: 0 });
    client.call('markChatRead', { body: { chatId, number } }).then(({ readNumber, unread }) => {
      const known = conversationOf(chatId);
      if (now === session && known !== undefined && readNumber >= known.readNumber)
        setConversation({ ...known, readNumber, unread });
    }, onProblem);
  }

  const loadPage = async (chatId: number, current: number): Promise<void> => {
    const conversation = conversationOf(chatId);
    if (conversation === undefined) return;
    const now = session;
    const { top } = threadOf(chatId);
    const asked = {
      params: { chatKey: conversation.chatKey },
      body: { current, ...(top === null ? {} : { top }) },
    };
    const page = await client.call('getChatRecord', asked, inTime());
    if (now !== session) return;
    setThread(chatId, (thread) => withPage(thread, page));
    const lastNumber = Math.max(page.conversation.lastNumber, conversationOf(chatId)?.lastNumber ?? 0);
    setConversation({ ...page.conversation, lastNumber });
    markIfSeen(chatId);
    if (knownUpTo(threadOf(chatId)) < lastNumber) void catchUp(chatId);
  };
  const loadNewest = async (chatId: number): Promise<void> => {
    if (threadOf(chatId).top !== null) return catchUp(chatId);
    if (beginning.has(chatId)) return;
    const now = session;
    beginning.set(chatId, true);
    setThread(chatId, (thread) => ({ ...thread, error: null }));
    try {
      await loadPage(chatId, 1);
    } catch (error) {
      if (now === session) setThread(chatId, (thread) => ({ ...thread, error }));
    } finally {
      if (now === session) beginning.delete(chatId);
    }
  };

  /** Sends a waiting message after those before it. */
  const post = (chatId: number, message: WaitingMessage): void => {
    const now = session;
    setThread(chatId, (thread) => withWaiting(thread, { ...message, error: null }));
    const sent = async (): Promise<void> => {
      if (now !== session) return;
      let { content, key } = message;
      try {
        if (message.file !== null && content === '') {
          content = (await client.call('uploadOss', { file: message.file })).id;
        }
        const body = { chatId, contentType: message.contentType, content };
        const record = await client.call('sendChatRecord', { body }, { idempotencyKey: key });
        if (now !== session) return;
        setThread(chatId, (thread) => withMessages(withoutWaiting(thread, message.localId), [record]));
        const known = conversationOf(chatId);
        if (known !== undefined && known.lastNumber < record.number)
          setConversation({ ...known, lastNumber: record.number, lastTime: record.create_time });
        if (
          record.number > 1 &&
          !threadOf(chatId).messages.some(({ number }) => number === record.number - 1)
        )
          void catchUp(chatId);
      } catch (error) {
        if (now !== session) return;
        // a refusal is final: the next try is another act. Without an answer it is the same one.
        if (error instanceof CallError && error.delivery === 'answered') key = newKey();
        const isStillWaiting = threadOf(chatId).waiting.some(({ localId }) => localId === message.localId);
        if (isStillWaiting)
          setThread(chatId, (thread) => withWaiting(thread, { ...message, content, key, error }));
      }
    };
    sending.set(chatId, (sending.get(chatId) ?? Promise.resolve()).then(sent));
  };
  const fresh = (part: Pick<WaitingMessage, 'contentType' | 'content' | 'file'>): WaitingMessage => {
    const key = newKey();
    return { localId: key, key, error: null, ...part };
  };

  const chat: Chat = {
    store,
    begin(userId, token) {
      if (user?.userId === userId && user.token === token) return;
      if (user !== null && user.userId !== userId) chat.forget();
      const isFirst = user === null;
      user = { userId, token };
      if (kept?.userId === userId) setState({ drafts: kept.drafts });
      kept = null;
      if (isFirst || getState().conversations === null) void fetchConversations();
      else if (openedWith !== null) openLine();
    },
    forget(keepsDrafts = false) {
      if (!keepsDrafts) kept = null;
      else if (user !== null) kept = { userId: user.userId, drafts: unsentOf(getState()) };
      session += 1;
      asksAgain = false;
      user = null;
      topic = null;
      needed = [];
      openedWith = null;
      chatLine.close();
      for (const timer of [...typingEnds.values(), ...typedAt.values(), ...retries.values()])
        clearTimeout(timer);
      for (const map of [typingEnds, typedAt, catching, beginning, sending, retries, failures]) map.clear();
      setState(EMPTY);
    },
    wake() {
      if (user === null) return;
      chatLine.wake();
      void fetchConversations();
    },
    connected() {
      if (getState().error !== null) chat.wake();
    },
    async openSupport({ draft, ...about }) {
      const now = session;
      const conversation = await client.call('openSupport', { body: about });
      if (now !== session) return;
      setConversation(conversation);
      if (topic === null) await fetchConversations();
      openLine();
      const { id } = conversation;
      if (draft !== undefined && !getState().drafts.has(id)) chat.setDraft(id, draft);
      chat.show(id);
    },
    show(shown) {
      setState({ shown });
      if (shown === 'list') return;
      chat.need(shown);
      void loadNewest(shown);
      markIfSeen(shown);
    },
    need(chatId) {
      needed = [...needed.filter((id) => id !== chatId), chatId].slice(-MOST_NEEDED);
      if (user !== null && conversationOf(chatId) === undefined) void fetchConversations();
    },
    remind(chatId) {
      if (!isFetching && !retries.has('list') && isSeen()) chat.need(chatId);
    },
    hide: () => setState({ shown: null }),
    loadNewest,
    loadOlder: (chatId) => loadPage(chatId, threadOf(chatId).pages + 1),
    sendText(chatId, content) {
      setState(({ drafts }) => ({ drafts: new Map([...drafts].filter(([id]) => id !== chatId)) }));
      post(chatId, fresh({ contentType: 1, content, file: null }));
    },
    sendImage: (chatId, file) => post(chatId, fresh({ contentType: 2, content: '', file })),
    retry(chatId, localId) {
      const message = threadOf(chatId).waiting.find((each) => each.localId === localId);
      if (message !== undefined && message.error !== null) post(chatId, message);
    },
    async renew(chatId, number) {
      const conversation = conversationOf(chatId);
      if (conversation === undefined) return;
      const now = session;
      try {
        const { chatKey } = conversation;
        const asked = { params: { chatKey }, body: { after: number - 1, size: 1 } };
        const { records } = await client.call('getChatRecord', asked, inTime());
        if (now === session) setThread(chatId, (thread) => withMessages(thread, records));
      } catch (error) {
        onProblem(error);
      }
    },
    discard: (chatId, localId) => setThread(chatId, (thread) => withoutWaiting(thread, localId)),
    setDraft(chatId, text) {
      setState(({ drafts }) => ({ drafts: new Map(drafts).set(chatId, text) }));
      if (text.trim() === '' || typedAt.has(chatId)) return;
      typedAt.set(
        chatId,
        setTimeout(() => typedAt.delete(chatId), TYPING_EVERY_MS),
      );
      // nobody waits for it, and the next one follows
      client.call('sendTyping', { body: { chatId } }).catch(onProblem);
    },
    async rate(chatId, { satisfied, text }) {
      const now = session;
      const rating = await client.call('rateSupport', { body: { chatId, satisfied, text } });
      const known = conversationOf(chatId);
      if (now === session && known !== undefined) setConversation({ ...known, rating });
    },
    markRead,
  };
  return chat;
}
