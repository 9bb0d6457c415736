import type { Conversation } from '@candor/api';
import type { ChatContext } from './context.ts';
import { knownUpTo } from './thread.ts';
import type { ThreadFetches } from './thread-fetches.ts';
import { inTime } from './waits.ts';

/** Conversations asked for by name that stay beside those that are listed. */
const MOST_NEEDED = 5;

/** Fetches the latest conversations, and those that a page names. */
export class ConversationList {
  readonly #context: ChatContext;
  readonly #threads: ThreadFetches;
  readonly #openLine: () => void;
  /** Conversations that a page or the box showed, which may be older than those that are listed; the latest at the end. */
  #needed: readonly number[] = [];
  #isFetching = false;
  #asksAgain = false;

  /** `openLine` is called once there is a conversation. */
  constructor(context: ChatContext, threads: ThreadFetches, openLine: () => void) {
    this.#context = context;
    this.#threads = threads;
    this.#openLine = openLine;
  }

  /** Fetches the conversations; while they are being fetched, once more after that. */
  async fetch(): Promise<void> {
    this.#asksAgain = this.#isFetching;
    if (this.#isFetching) return;
    this.#isFetching = true;
    const { deps, retries, session, view } = this.#context;
    retries.end('list');
    const isOver = session.watch();
    try {
      const newest = this.#needed.at(-1);
      const asked = newest === undefined ? {} : { query: { chat: String(newest) } };
      const { list, topic } = await deps.client.call('getConversations', asked, inTime());
      if (isOver()) return;
      retries.succeeded('list');
      session.topic = topic;
      this.#take(list, newest);
    } catch (error) {
      if (!isOver()) {
        view.store.setState({ error });
        retries.later('list', error, () => this.fetch());
      }
      deps.onProblem(error);
    } finally {
      this.#isFetching = false;
      if (this.#asksAgain) void this.fetch();
    }
  }

  /** Asks for a conversation by name where it is not known. */
  need(chatId: number): void {
    this.#needed = [...this.#needed.filter((id) => id !== chatId), chatId].slice(-MOST_NEEDED);
    const { session, view } = this.#context;
    if (session.user !== null && view.conversationOf(chatId) === undefined) void this.fetch();
  }

  /** Does so unless an answer or the next try is awaited, or nobody looks. */
  remind(chatId: number): void {
    const { deps, retries } = this.#context;
    if (!this.#isFetching && !retries.isAwaited('list') && deps.isSeen()) this.need(chatId);
  }

  clear(): void {
    this.#asksAgain = false;
    this.#needed = [];
  }

  /** Shows the conversations of an answer, and fetches the messages that it says are missing. */
  #take(list: readonly Conversation[], asked: number | undefined): void {
    const { view } = this.#context;
    const others = this.#unlisted(list, asked);
    view.store.setState({ conversations: [...list, ...others], error: null });
    if (list.length > 0) this.#openLine();
    // this answer says nothing of what they miss
    for (const { id } of others) if (view.state.threads.has(id)) void this.#threads.catchUp(id);
    for (const { id, lastNumber } of list) {
      const thread = view.state.threads.get(id);
      if (thread !== undefined && thread.top !== null && knownUpTo(thread) < lastNumber)
        void this.#threads.catchUp(id);
    }
    // one that was not known when it was opened
    const { shown } = view.state;
    if (typeof shown === 'number' && view.threadOf(shown).top === null) void this.#threads.loadNewest(shown);
  }

  /** Conversations known by name that a list leaves out for their age; the one that it was asked for it has, or there is none. */
  #unlisted(list: readonly Conversation[], asked: number | undefined): readonly Conversation[] {
    return (this.#context.view.state.conversations ?? []).filter(
      ({ id }) => id !== asked && this.#needed.includes(id) && !list.some((each) => each.id === id),
    );
  }
}
