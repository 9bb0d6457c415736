import type { Calls, ChatRating, Client, Conversation, SupportMatter } from '@candor/api';
import type { StoreApi } from 'zustand/vanilla';
import type { ChatLine, ChatLineEvents } from './chat-line.ts';
import type { Thread } from './thread.ts';

export interface ChatState {
  /** The latest first; null until they are known. */
  readonly conversations: readonly Conversation[] | null;
  /** The last fetch of the conversations failed: the reason. */
  readonly error: unknown;
  /** The conversation in the box, or the list of all; null while the box is closed. */
  readonly shown: number | 'list' | null;
  readonly threads: ReadonlyMap<number, Thread>;
  /** Conversations in which another party types. */
  readonly typing: ReadonlySet<number>;
  /** Texts that were typed and not sent, by conversation. In memory alone. */
  readonly drafts: ReadonlyMap<number, string>;
}

/** The signed-in user's conversations. */
export interface Chat {
  readonly store: StoreApi<ChatState>;
  /** Begins for a user, or goes on with a newer token. */
  begin(userId: number, token: string): void;
  /**
   * Forgets everything, at the end of a session. `keepsDrafts` where the session ended by itself: texts that were not sent
   * wait for the same user, in memory alone.
   */
  forget(keepsDrafts?: boolean): void;
  /** The page is looked at again, or the network is back: asks for what was missed. */
  wake(): void;
  /** The account’s own connection is up: asks again where the last fetch failed. */
  connected(): void;
  /** Opens support with a matter, or the conversation that is not resolved, and shows it. */
  openSupport(about: SupportAbout): Promise<void>;
  show(chat: number | 'list'): void;
  /** A page shows this conversation: asks for it where it is not known, however old it is. */
  need(chatId: number): void;
  /** The page still lacks it: asks again, unless an answer or the next try is awaited, or nobody looks. */
  remind(chatId: number): void;
  hide(): void;
  loadNewest(chatId: number): Promise<void>;
  loadOlder(chatId: number): Promise<void>;
  sendText(chatId: number, content: string): void;
  sendImage(chatId: number, file: File): void;
  retry(chatId: number, localId: string): void;
  discard(chatId: number, localId: string): void;
  setDraft(chatId: number, text: string): void;
  /** Fetches a message again, whose image has a link that is over. */
  renew(chatId: number, number: number): Promise<void>;
  /** Says if a resolved conversation solved the matter. */
  rate(chatId: number, rating: ChatRating): Promise<void>;
  /** The user looks at the newest messages of a conversation. */
  markRead(chatId: number): void;
}

/** The matter of a conversation with support. */
export interface SupportAbout {
  readonly matter: SupportMatter;
  /** Code of a refusal, number of an order or the like. */
  readonly reference?: string;
  /** The first draft, where nothing was typed before. */
  readonly draft?: string;
}

export interface ChatDeps {
  readonly client: Pick<Client<Calls>, 'call'>;
  readonly line: (events: ChatLineEvents) => ChatLine;
  readonly lineUrl: () => string;
  /** Makes the key of an act. */
  readonly newKey: () => string;
  /** True while the user can see the page. */
  readonly isSeen: () => boolean;
  readonly onProblem: (error: unknown) => void;
  /** Chance in the pauses between tries; `Math.random` where it is left out. */
  readonly random?: () => number;
}
