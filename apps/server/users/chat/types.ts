import type { ChatRating, ChatRecord, Conversation, Language, OfficeHours, SupportMatter } from '@candor/api';
import type { Pool } from 'pg';
import type { Bus } from '../../base/bus/index.ts';
import type { Db, Trx } from '../../base/database/index.ts';
import type { Files } from '../../gateway/files/index.ts';
import type { LimitCounts } from '../../gateway/logins/index.ts';
import type { Messages } from '../../gateway/messages/index.ts';
import type { Hint } from './hints.ts';
import type { LiveCodes } from './mask.ts';
import type { ConversationRow } from './rows.ts';
import type { Typists } from './typists.ts';

export interface ChatDeps {
  readonly pool: Pool;
  readonly bus: Bus;
  readonly files: Pick<Files, 'dropUnkept' | 'keepNew' | 'keepOwn' | 'link' | 'read' | 'size' | 'takeOwn'>;
  readonly liveCodes: LiveCodes;
  /** The key of the hashes of texts. */
  readonly hashKey: Uint8Array;
  readonly messages: Pick<Messages, 'isOpen' | 'send'>;
  readonly now: () => number;
}

/** A text or an image that a user sends. */
export interface Sending {
  readonly chatId: number;
  /** The text, or the id of an upload of the user. */
  readonly content: string;
  readonly isImage: boolean;
  readonly key: string | null;
}

export interface PageAsked {
  readonly current?: number | undefined;
  readonly size?: number | undefined;
  readonly top?: number | undefined;
  readonly after?: number | undefined;
}

/** Conversations between users, with staff, and about orders: numbered messages, marks and hints. */
export interface Chat {
  readonly db: Db;
  /** Counts of the room's limits. */
  readonly counts: LimitCounts;
  /** The latest conversations, and one that is named. */
  list(
    userId: number,
    chatId: number | null,
  ): Promise<{ topic: string; unread: number; list: Conversation[] }>;
  openSupport(
    userId: number,
    about: { readonly matter: SupportMatter; readonly reference: string; readonly language: Language },
  ): Promise<Conversation>;
  /** @throws Refusal CHAT_UNKNOWN, CHAT_TEXT_EMPTY, CHAT_TEXT_TOO_LONG, CHAT_MESSAGES_LIMITED, CHAT_ENDED, FILE_UNKNOWN */
  send(userId: number, sending: Sending): Promise<ChatRecord>;
  page(
    userId: number,
    chatKey: string,
    asked: PageAsked,
  ): Promise<{
    records: ChatRecord[];
    current: number;
    size: number;
    top: number;
    conversation: Conversation;
  }>;
  markRead(userId: number, chatId: number, number: number): Promise<{ readNumber: number; unread: number }>;
  typing(userId: number, chatId: number): Promise<void>;
  /** @throws Refusal CHAT_UNKNOWN, CHAT_NOT_RESOLVED, CHAT_TEXT_TOO_LONG */
  rate(userId: number, chatId: number, rating: ChatRating): Promise<ChatRating>;
  /** The office hours as they are set now. */
  office(): Promise<OfficeHours>;
  stop(): void;
  /** The user’s `chatKey`: the topic of hints, made at the first question. */
  topicOf(userId: number): Promise<string>;
  /** The owner of a topic of hints; null for one that is nobody's. */
  ownerOf(topic: string): Promise<number | null>;
  /** Notifies the parties of what was committed. */
  tell(hint: Hint): Promise<void>;
  /** The link of an image. */
  linkOf(fileId: string): string;
  /** True while a user of the conversation types. */
  isTyping(chatId: number): boolean;
  /** True if answers reach who asked without an account. */
  isMailOpen(): boolean;
  /** Mails who asked without an account that staff has answered, within the answer's transaction; nothing for a user. */
  mailGuest(trx: Trx, row: ConversationRow): Promise<void>;
  /** The picture of an image, for rooms that check who may see it. */
  readonly picture: Files['read'];
  /** Takes a picture of staff, and keeps it in the transaction of its message. */
  readonly staffPictures: Pick<Files, 'dropUnkept' | 'keepOwn' | 'takeOwn'>;
}

/** Shared by the functions of the room. */
export interface ChatRoom
  extends Pick<ChatDeps, 'files' | 'hashKey' | 'liveCodes' | 'now'>,
    Pick<Chat, 'counts' | 'db' | 'linkOf' | 'tell'> {
  readonly typists: Typists;
}
