import type { ChatContext } from './context.ts';
import { markIfSeen } from './read-marks.ts';
import { knownUpTo, withMessages, withPage } from './thread.ts';
import type { Typing } from './typing.ts';
import { inTime } from './waits.ts';

const FETCHED_AT_ONCE = 100;

/** Fetches messages: pages of the history, and whatever is missing after the newest one that is known. */
export class ThreadFetches {
  readonly #context: ChatContext;
  readonly #typing: Typing;
  /** Conversations whose missing messages are being fetched; true: something came meanwhile. */
  readonly #catching = new Map<number, boolean>();
  /** Conversations whose first page is being fetched. */
  readonly #beginning = new Map<number, boolean>();

  constructor(context: ChatContext, typing: Typing) {
    this.#context = context;
    this.#typing = typing;
  }

  /** Fetches the messages after the newest one that is known, until there are no more. */
  async catchUp(chatId: number): Promise<void> {
    if (this.#catching.has(chatId)) {
      this.#catching.set(chatId, true);
      return;
    }
    const { deps, retries, session, view } = this.#context;
    const conversation = view.conversationOf(chatId);
    // the first page brings what is newest by itself
    if (conversation === undefined || view.threadOf(chatId).top === null) return;
    const isOver = session.watch();
    this.#catching.set(chatId, false);
    retries.end(chatId);
    try {
      for (let isMore = true; isMore; ) {
        this.#catching.set(chatId, false);
        const missed = {
          params: { chatKey: conversation.chatKey },
          body: { after: knownUpTo(view.threadOf(chatId)), size: FETCHED_AT_ONCE },
        };
        const { records, conversation: next } = await deps.client.call('getChatRecord', missed, inTime());
        if (isOver()) return;
        retries.succeeded(chatId);
        view.setThread(chatId, (thread) => withMessages(thread, records));
        view.setConversation(next);
        if (records.some(({ mine }) => !mine)) this.#typing.end(chatId);
        markIfSeen(this.#context, chatId);
        isMore = records.length >= FETCHED_AT_ONCE || this.#catching.get(chatId) === true;
      }
    } catch (error) {
      if (!isOver()) retries.later(chatId, error, () => this.catchUp(chatId));
      deps.onProblem(error);
    } finally {
      if (!isOver()) this.#catching.delete(chatId);
    }
  }

  async loadNewest(chatId: number): Promise<void> {
    const { session, view } = this.#context;
    if (view.threadOf(chatId).top !== null) return this.catchUp(chatId);
    if (this.#beginning.has(chatId)) return;
    const isOver = session.watch();
    this.#beginning.set(chatId, true);
    view.setThread(chatId, (thread) => ({ ...thread, error: null }));
    try {
      await this.#loadPage(chatId, 1);
    } catch (error) {
      if (!isOver()) view.setThread(chatId, (thread) => ({ ...thread, error }));
    } finally {
      if (!isOver()) this.#beginning.delete(chatId);
    }
  }

  loadOlder(chatId: number): Promise<void> {
    return this.#loadPage(chatId, this.#context.view.threadOf(chatId).pages + 1);
  }

  /** Fetches one message again. */
  async renew(chatId: number, number: number): Promise<void> {
    const { deps, session, view } = this.#context;
    const conversation = view.conversationOf(chatId);
    if (conversation === undefined) return;
    const isOver = session.watch();
    try {
      const { chatKey } = conversation;
      const asked = { params: { chatKey }, body: { after: number - 1, size: 1 } };
      const { records } = await deps.client.call('getChatRecord', asked, inTime());
      if (!isOver()) view.setThread(chatId, (thread) => withMessages(thread, records));
    } catch (error) {
      deps.onProblem(error);
    }
  }

  clear(): void {
    this.#catching.clear();
    this.#beginning.clear();
  }

  async #loadPage(chatId: number, current: number): Promise<void> {
    const { deps, session, view } = this.#context;
    const conversation = view.conversationOf(chatId);
    if (conversation === undefined) return;
    const isOver = session.watch();
    const { top } = view.threadOf(chatId);
    const asked = {
      params: { chatKey: conversation.chatKey },
      body: { current, ...(top === null ? {} : { top }) },
    };
    const page = await deps.client.call('getChatRecord', asked, inTime());
    if (isOver()) return;
    view.setThread(chatId, (thread) => withPage(thread, page));
    const lastNumber = Math.max(page.conversation.lastNumber, view.conversationOf(chatId)?.lastNumber ?? 0);
    view.setConversation({ ...page.conversation, lastNumber });
    markIfSeen(this.#context, chatId);
    if (knownUpTo(view.threadOf(chatId)) < lastNumber) void this.catchUp(chatId);
  }
}
