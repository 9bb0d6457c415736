import {
  CHAT_PAGE_SIZE,
  type ChatRating,
  type ChatRecord,
  type Conversation,
  type Language,
  type OfficeHours,
  type SupportMatter,
  TYPING_MS,
} from '@candor/api';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Bus } from '../../base/bus/index.ts';
import { type Db, idOf, kyselyOf, migrate, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import type { Files } from '../../gateway/files/index.ts';
import { createLimitCounts, type LimitCounts } from '../../gateway/logins/index.ts';
import type { Messages } from '../../gateway/messages/index.ts';
import { type Hint, publishHint } from './hints.ts';
import { type LiveCodes, maskLiveCodes } from './mask.ts';
import {
  addSystem,
  hashOfText,
  lockSupportOf,
  readText,
  readWords,
  refuseOther,
  sendFrom,
  sentBefore,
} from './messages.ts';
import { newConversation } from './new-conversation.ts';
import { readOffice } from './office-hours.ts';
import { addParty, topicOf } from './parties.ts';
import { rate } from './ratings.ts';
import {
  type ConversationRow,
  conversationShown,
  type MessageRow,
  ownRow,
  ownRows,
  recordShown,
} from './rows.ts';
import { migrations } from './schema.ts';

/** Subject of the bus on which the desk hears who types: nothing of it is stored. */
export const TYPING_SUBJECT = 'chat.typing';

/** Conversations that a list shows at most. */
const MOST_LISTED = 50;
/** Messages of one user in a minute. */
const MESSAGES_A_MINUTE = 40;
const MINUTE_MS = 60_000;
/** Candidates of six digits that are compared with the codes of one user in an hour: so many guesses are no search. */
const COMPARED_AN_HOUR = 20;
const HOUR_MS = 3_600_000;
/** A mail about an answer is delivered within this time. */
const MAIL_MS = 86_400_000;

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

/** Opens the room: migrates its schema and returns it. */
export async function openChat({
  pool,
  bus,
  files,
  liveCodes,
  hashKey,
  messages,
  now,
}: ChatDeps): Promise<Chat> {
  await migrate(pool, 'chat', migrations);
  const db = kyselyOf(pool);
  const counts = createLimitCounts({ pool, schema: 'chat', table: 'form_limit' });
  /** Times at which users typed, by conversation: nothing of it is stored. */
  const typed = new Map<number, number>();
  const stopHearing = bus.subscribe(TYPING_SUBJECT, (message) => {
    const { chatId, atMs } = message as { readonly chatId: number; readonly atMs: number };
    for (const [each, at] of typed) if (at < now() - TYPING_MS) typed.delete(each);
    typed.set(chatId, atMs);
  });
  const linkOf = (fileId: string) => files.link('customer', fileId).link;
  const shownTo = (userId: number) => (row: MessageRow) => recordShown(row, userId, linkOf);

  const tell = (hint: Hint) => publishHint({ db, bus, now }, hint);

  /** Counts candidates that are compared with a user's codes; false where they are too many. */
  async function mayCompare(userId: number, count: number): Promise<boolean> {
    const limit = { key: `compared ${userId}`, most: COMPARED_AN_HOUR, durationMs: HOUR_MS };
    for (let at = 0; at < count; at += 1) if ((await counts.add([limit])) !== null) return false;
    return true;
  }

  async function refuseMany(trx: Trx, userId: number): Promise<void> {
    const { count } = await trx
      .selectFrom('chat.message')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('user_id', '=', BigInt(userId))
      .where('sent_at', '>', new Date(now() - MINUTE_MS))
      .executeTakeFirstOrThrow();
    // the one that this transaction has added is among them
    if (Number(count) > MESSAGES_A_MINUTE)
      throw new Refusal('CHAT_MESSAGES_LIMITED', { retryAfterMs: MINUTE_MS });
  }

  /** The conversation with support that is not resolved; null where there is none. */
  async function unresolved(trx: Trx, userId: number): Promise<number | null> {
    const { rows } = await sql<{ chat_id: bigint }>`
      select c.chat_id from chat.conversation c join chat.party p using (chat_id)
      where p.user_id = ${userId} and c.kind = 'support' and c.status <> 'resolved' limit 1`.execute(trx);
    return rows[0] === undefined ? null : idOf(rows[0].chat_id);
  }

  async function begin(
    trx: Trx,
    userId: number,
    about: { readonly matter: SupportMatter; readonly reference: string; readonly language: Language },
  ): Promise<number> {
    const row = await trx
      .insertInto('chat.conversation')
      .values(newConversation(now(), { ...about, kind: 'support', status: 'pending' }))
      .returningAll()
      .executeTakeFirstOrThrow();
    const { number } = await addSystem(trx, row, 'opened', now());
    await addParty(trx, row.chat_id, userId, number);
    return idOf(row.chat_id);
  }

  return {
    db,
    counts,
    tell,
    linkOf,
    picture: files.read,
    staffPictures: files,
    stop: stopHearing,
    isTyping: (chatId) => (typed.get(chatId) ?? 0) > now() - TYPING_MS,
    isMailOpen: () => messages.isOpen('email'),
    async mailGuest(trx, row) {
      if (row.guest_email === null || !messages.isOpen('email')) return;
      await messages.send(trx, {
        channel: 'email',
        to: row.guest_email,
        kind: 'supportAnswered',
        language: row.language,
        userId: null,
        antiPhishing: null,
        codeNonce: null,
        linkNonce: row.link_nonce,
        expiresAtMs: now() + MAIL_MS,
      });
    },
    async list(userId, chatId) {
      const topic = await topicOf(db, userId);
      const latest = await ownRows(db, userId, { limit: MOST_LISTED });
      const named = chatId === null ? [] : await ownRows(db, userId, { id: chatId });
      const shown = [...latest, ...named].map((row) => conversationShown(row, now()));
      const list = [...new Map(shown.map((each) => [each.id, each])).values()];
      return { topic, unread: list.reduce((sum, { unread }) => sum + unread, 0), list };
    },
    openSupport: (userId, about) =>
      db.transaction().execute(async (trx) => {
        refuseLate(now());
        // two pages at once begin one
        await lockSupportOf(trx, userId);
        const id = (await unresolved(trx, userId)) ?? (await begin(trx, userId, about));
        return conversationShown(await ownRow(trx, userId, { id }), now());
      }),
    async send(userId, { chatId, content, isImage, key }) {
      await ownRow(db, userId, { id: chatId });
      const text = isImage ? '' : readText(content);
      const author = { author: 'user', userId } as const;
      const hash = isImage ? null : hashOfText(hashKey, chatId, key, text);
      // a retry is found before anything is compared with codes
      const earlier = await sentBefore(db, chatId, author, key);
      if (earlier !== null) {
        refuseOther(earlier, { fileId: isImage ? content : null, hash });
        return shownTo(userId)(earlier);
      }
      const masked = isImage
        ? { text, isMasked: false }
        : await maskLiveCodes(liveCodes, userId, text, (count) => mayCompare(userId, count));
      const { row, isNew } = await db.transaction().execute(async (trx) => {
        refuseLate(now());
        const size = isImage ? await files.size(trx, userId, content) : null;
        const sent = await sendFrom(trx, chatId, author, {
          content: masked.text,
          isMasked: masked.isMasked,
          file: size === null ? null : { id: content, ...size },
          key,
          hash,
          timeMs: now(),
        });
        if (!sent.isNew) return sent;
        await refuseMany(trx, userId);
        if (isImage) await files.keepNew(trx, 'chat', userId, content);
        return sent;
      });
      if (isNew) {
        typed.delete(chatId);
        await tell({ chatId, event: 'message', number: row.number, by: userId });
      }
      return shownTo(userId)(row);
    },
    async page(userId, chatKey, { current = 1, size = CHAT_PAGE_SIZE, top, after }) {
      const conversation = await ownRow(db, userId, { key: chatKey });
      const anchor = Math.min(top ?? conversation.last_number, conversation.last_number);
      const highest = anchor - (current - 1) * size;
      let query = db.selectFrom('chat.message').selectAll().where('chat_id', '=', conversation.chat_id);
      query =
        after === undefined
          ? query
              .where('number', '<=', highest)
              .where('number', '>', highest - size)
              .orderBy('number', 'desc')
          : query.where('number', '>', after).orderBy('number', 'asc').limit(size);
      const rows = await query.execute();
      return {
        records: rows.map(shownTo(userId)),
        current,
        size,
        top: anchor,
        conversation: conversationShown(conversation, now()),
      };
    },
    async markRead(userId, chatId, number) {
      const { readNumber, isNew } = await db.transaction().execute(async (trx) => {
        refuseLate(now());
        const before = await ownRow(trx, userId, { id: chatId });
        const most = Math.min(number, before.last_number);
        const { rows } = await sql<{ read_number: number }>`
          update chat.party set read_number = greatest(read_number, ${most})
          where chat_id = ${chatId} and user_id = ${userId} returning read_number`.execute(trx);
        const readNumber = rows[0]?.read_number ?? before.read_number;
        return { readNumber, isNew: readNumber > before.read_number };
      });
      if (isNew) await tell({ chatId, event: 'read', number: readNumber, by: userId });
      const { unread } = await ownRow(db, userId, { id: chatId });
      return { readNumber, unread };
    },
    async rate(userId, chatId, { satisfied, text: words }) {
      const row = await ownRow(db, userId, { id: chatId });
      const { text } = await maskLiveCodes(liveCodes, userId, readWords(words), (count) =>
        mayCompare(userId, count),
      );
      return db.transaction().execute((trx) => {
        refuseLate(now());
        return rate(trx, row, { satisfied, text }, now());
      });
    },
    office: () => readOffice(db),
    async typing(userId, chatId) {
      const { last_number } = await ownRow(db, userId, { id: chatId });
      await tell({ chatId, event: 'typing', number: last_number, by: userId });
      bus.publish(TYPING_SUBJECT, { chatId, atMs: now() });
    },
    topicOf: (userId) => topicOf(db, userId),
    async ownerOf(topic) {
      const row = await db
        .selectFrom('chat.inbox')
        .select('user_id')
        .where('topic', '=', topic)
        .executeTakeFirst();
      return row === undefined ? null : idOf(row.user_id);
    },
  };
}
