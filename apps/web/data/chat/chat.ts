import type { ChatMessage, ChatRating } from '@candor/api';
import type { StoreApi } from 'zustand/vanilla';
import type { ChatContext } from './context.ts';
import { ConversationList } from './conversation-list.ts';
import { HintLine } from './hint-line.ts';
import { Outgoing } from './outgoing.ts';
import { markIfSeen, markRead } from './read-marks.ts';
import { Retries } from './retries.ts';
import { ChatSession } from './session.ts';
import { knownUpTo, withoutWaiting } from './thread.ts';
import { ThreadFetches } from './thread-fetches.ts';
import type { Chat, ChatDeps, ChatState, SupportAbout } from './types.ts';
import { Typing } from './typing.ts';
import { ChatView } from './view.ts';

export type { Chat, ChatDeps, ChatState } from './types.ts';

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
  return new PageChat(deps);
}

/** Holds the parts of a chat, and hands each call to the one that it concerns. */
class PageChat implements Chat {
  readonly store: StoreApi<ChatState>;
  readonly #context: ChatContext;
  readonly #typing: Typing;
  readonly #threads: ThreadFetches;
  readonly #list: ConversationList;
  readonly #outgoing: Outgoing;
  readonly #line: HintLine;
  /** Texts of a session that ended by itself, until its user is back. */
  #kept: { readonly userId: number; readonly drafts: ChatState['drafts'] } | null = null;

  constructor(deps: ChatDeps) {
    const context = { deps, view: new ChatView(), session: new ChatSession(), retries: new Retries(deps) };
    this.#context = context;
    this.store = context.view.store;
    this.#typing = new Typing(context);
    this.#threads = new ThreadFetches(context, this.#typing);
    this.#list = new ConversationList(context, this.#threads, () => this.#line.open());
    this.#outgoing = new Outgoing(context, this.#threads);
    this.#line = new HintLine(context, {
      onConnected: () => void this.#list.fetch(),
      onHint: (hint) => {
        if (isHint(hint)) this.#take(hint);
      },
    });
  }

  begin(userId: number, token: string): void {
    const { session, view } = this.#context;
    const before = session.user;
    if (before?.userId === userId && before.token === token) return;
    if (before !== null && before.userId !== userId) this.forget();
    const isFirst = session.user === null;
    session.user = { userId, token };
    if (this.#kept?.userId === userId) this.store.setState({ drafts: this.#kept.drafts });
    this.#kept = null;
    if (isFirst || view.state.conversations === null) void this.#list.fetch();
    else if (this.#line.isOpened) this.#line.open();
  }

  forget(keepsDrafts = false): void {
    const { retries, session, view } = this.#context;
    if (!keepsDrafts) this.#kept = null;
    else if (session.user !== null)
      this.#kept = { userId: session.user.userId, drafts: unsentOf(view.state) };
    session.end();
    this.#line.close();
    for (const part of [this.#list, this.#typing, this.#threads, this.#outgoing, retries]) part.clear();
    view.clear();
  }

  wake(): void {
    if (this.#context.session.user === null) return;
    this.#line.wake();
    void this.#list.fetch();
  }

  connected(): void {
    if (this.#context.view.state.error !== null) this.wake();
  }

  async openSupport({ draft, ...about }: SupportAbout): Promise<void> {
    const { deps, session, view } = this.#context;
    const isOver = session.watch();
    const conversation = await deps.client.call('openSupport', { body: about });
    if (isOver()) return;
    view.setConversation(conversation);
    if (session.topic === null) await this.#list.fetch();
    this.#line.open();
    const { id } = conversation;
    if (draft !== undefined && !view.state.drafts.has(id)) this.setDraft(id, draft);
    this.show(id);
  }

  show(shown: number | 'list'): void {
    this.store.setState({ shown });
    if (shown === 'list') return;
    this.need(shown);
    void this.loadNewest(shown);
    markIfSeen(this.#context, shown);
  }

  hide(): void {
    this.store.setState({ shown: null });
  }

  need(chatId: number): void {
    this.#list.need(chatId);
  }

  remind(chatId: number): void {
    this.#list.remind(chatId);
  }

  loadNewest(chatId: number): Promise<void> {
    return this.#threads.loadNewest(chatId);
  }

  loadOlder(chatId: number): Promise<void> {
    return this.#threads.loadOlder(chatId);
  }

  renew(chatId: number, number: number): Promise<void> {
    return this.#threads.renew(chatId, number);
  }

  sendText(chatId: number, content: string): void {
    this.store.setState(({ drafts }) => ({ drafts: new Map([...drafts].filter(([id]) => id !== chatId)) }));
    this.#outgoing.sendText(chatId, content);
  }

  sendImage(chatId: number, file: File): void {
    this.#outgoing.sendImage(chatId, file);
  }

  retry(chatId: number, localId: string): void {
    this.#outgoing.retry(chatId, localId);
  }

  discard(chatId: number, localId: string): void {
    this.#context.view.setThread(chatId, (thread) => withoutWaiting(thread, localId));
  }

  setDraft(chatId: number, text: string): void {
    this.store.setState(({ drafts }) => ({ drafts: new Map(drafts).set(chatId, text) }));
    if (text.trim() !== '') this.#typing.tell(chatId);
  }

  async rate(chatId: number, { satisfied, text }: ChatRating): Promise<void> {
    const { deps, session, view } = this.#context;
    const isOver = session.watch();
    const rating = await deps.client.call('rateSupport', { body: { chatId, satisfied, text } });
    const known = view.conversationOf(chatId);
    if (!isOver() && known !== undefined) view.setConversation({ ...known, rating });
  }

  markRead(chatId: number): void {
    markRead(this.#context, chatId);
  }

  #take({ chatId, event, number, own }: ChatMessage): void {
    const { view } = this.#context;
    const known = view.conversationOf(chatId);
    if (event === 'typing') {
      if (!own) this.#typing.begin(chatId);
    } else if (event === 'message' && known !== undefined && view.state.threads.has(chatId)) {
      view.setConversation({ ...known, lastNumber: Math.max(known.lastNumber, number) });
      if (knownUpTo(view.threadOf(chatId)) < number) void this.#threads.catchUp(chatId);
    } else if (event === 'read' && !own && known !== undefined) {
      view.setConversation({ ...known, othersRead: Math.max(known.othersRead, number) });
    } else void this.#list.fetch();
  }
}
