import type { Conversation } from '@candor/api';
import { createStore } from 'zustand/vanilla';
import { EMPTY_THREAD, type Thread } from './thread.ts';
import type { ChatState } from './types.ts';

const EMPTY: ChatState = {
  conversations: null,
  error: null,
  shown: null,
  threads: new Map(),
  typing: new Set(),
  drafts: new Map(),
};

/** The state that pages read, with its threads and conversations by id. */
export class ChatView {
  readonly store = createStore<ChatState>(() => EMPTY);

  get state(): ChatState {
    return this.store.getState();
  }

  threadOf(chatId: number): Thread {
    return this.state.threads.get(chatId) ?? EMPTY_THREAD;
  }

  setThread(chatId: number, change: (thread: Thread) => Thread): void {
    this.store.setState(({ threads }) => ({
      threads: new Map(threads).set(chatId, change(threads.get(chatId) ?? EMPTY_THREAD)),
    }));
  }

  conversationOf(chatId: number): Conversation | undefined {
    return this.state.conversations?.find(({ id }) => id === chatId);
  }

  setConversation(next: Conversation): void {
    this.store.setState(({ conversations }) => ({
      conversations: [next, ...(conversations ?? []).filter(({ id }) => id !== next.id)].sort(
        (left, right) => right.lastTime - left.lastTime,
      ),
    }));
  }

  clear(): void {
    this.store.setState(EMPTY);
  }
}
