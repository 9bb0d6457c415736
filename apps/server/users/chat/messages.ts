import { createHmac } from 'node:crypto';
import { CHAT_TEXT_LENGTH, chatLength, isBlankChatText, plainChatText, type SystemCode } from '@candor/api';
import { sql } from 'kysely';
import type { Db, Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { type ConversationRow, locked, type MessageRow } from './rows.ts';

/** Author of a message. */
export type Author =
  | { readonly author: 'user'; readonly userId: number }
  | { readonly author: 'guest' }
  | { readonly author: 'operator'; readonly operatorId: number; readonly operator: string };

export interface NewMessage {
  readonly content: string;
  readonly isMasked: boolean;
  /** Only of an image. */
  readonly file: { readonly id: string; readonly width: number; readonly height: number } | null;
  /** The key of the act; null for one that no retry finds. */
  readonly key: string | null;
  /** By `hashOfText`, for a retry; null where no retry is compared. */
  readonly hash: Buffer | null;
  readonly timeMs: number;
}

/** Reads a text as it is kept. @throws Refusal CHAT_TEXT_EMPTY, CHAT_TEXT_TOO_LONG */
export function readText(content: string): string {
  const text = plainChatText(content);
  if (isBlankChatText(text)) throw new Refusal('CHAT_TEXT_EMPTY', { field: 'content' });
  if (chatLength(text) > CHAT_TEXT_LENGTH) throw new Refusal('CHAT_TEXT_TOO_LONG', { field: 'content' });
  return text;
}

/** Reads words that may be left out. @throws Refusal CHAT_TEXT_TOO_LONG */
export function readWords(words: string): string {
  const text = plainChatText(words).trim();
  if (chatLength(text) > CHAT_TEXT_LENGTH) throw new Refusal('CHAT_TEXT_TOO_LONG', { field: 'text' });
  return text;
}

/**
 * The keyed hash of a text before codes are masked in it: a retry is compared with it and with no code. It differs by
 * conversation and act, so that equal texts look different.
 */
export const hashOfText = (hashKey: Uint8Array, chatId: number, key: string | null, text: string) =>
  key === null
    ? null
    : createHmac('sha256', hashKey).update(`candor chat text ${chatId} ${key} ${text}`).digest();

/** @throws Refusal KEY_REUSED_WITH_OTHER_BODY where an earlier message of the key is not the same */
export function refuseOther(
  earlier: MessageRow,
  { fileId, hash }: { readonly fileId: string | null; readonly hash: Buffer | null },
): void {
  const isSame =
    earlier.file_id === fileId &&
    (earlier.content_hash === null ? hash === null : hash?.equals(earlier.content_hash) === true);
  if (!isSame) throw new Refusal('KEY_REUSED_WITH_OTHER_BODY');
}

const idsOf = (author: Author) => ({
  author: author.author,
  user_id: author.author === 'user' ? author.userId : null,
  operator_id: author.author === 'operator' ? author.operatorId : null,
  operator: author.author === 'operator' ? author.operator : null,
});

/** The message that an earlier try of the same act has sent; null where there is none. */
export async function sentBefore(
  db: Db,
  chatId: number,
  author: Author,
  key: string | null,
): Promise<MessageRow | null> {
  if (key === null) return null;
  const { user_id, operator_id } = idsOf(author);
  const row = await db
    .selectFrom('chat.message')
    .selectAll()
    .where('chat_id', '=', BigInt(chatId))
    .where('author', '=', author.author)
    .where('user_id', 'is not distinct from', user_id === null ? null : BigInt(user_id))
    .where('operator_id', 'is not distinct from', operator_id === null ? null : BigInt(operator_id))
    .where('act_key', '=', key)
    .executeTakeFirst();
  return row ?? null;
}

async function insert(
  trx: Trx,
  row: ConversationRow,
  ids: ReturnType<typeof idsOf> | { author: 'system'; user_id: null; operator_id: null; operator: null },
  { content, isMasked, file, key, hash, timeMs }: NewMessage,
): Promise<MessageRow> {
  const { last_number } = await trx
    .updateTable('chat.conversation')
    .set((each) => ({ last_number: each('last_number', '+', 1), last_at: new Date(timeMs) }))
    .where('chat_id', '=', row.chat_id)
    .returning('last_number')
    .executeTakeFirstOrThrow();
  return trx
    .insertInto('chat.message')
    .values({
      chat_id: row.chat_id,
      number: last_number,
      ...ids,
      content_type: file === null ? 1 : 2,
      content,
      is_masked: isMasked,
      file_id: file?.id ?? null,
      width: file?.width ?? null,
      height: file?.height ?? null,
      act_key: key,
      content_hash: hash,
      sent_at: new Date(timeMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Adds a system message to a conversation that the transaction has locked; under a key it is added once. */
export const addSystem = (
  trx: Trx,
  row: ConversationRow,
  code: SystemCode,
  timeMs: number,
  key: string | null = null,
) =>
  insert(
    trx,
    row,
    { author: 'system', user_id: null, operator_id: null, operator: null },
    { content: code, isMasked: false, file: null, key, hash: null, timeMs },
  );

/** Adds a message of a person to a conversation that the transaction has locked. */
export const addMessage = (trx: Trx, row: ConversationRow, author: Author, message: NewMessage) =>
  insert(trx, row, idsOf(author), message);

/**
 * Adds a message of a user or a guest: it waits for an answer from now on, and ends a snooze. Resolves with it, and with
 * the one of an earlier try where there is one. @throws Refusal CHAT_ENDED for a resolved one in whose place there is another
 */
export async function sendFrom(
  trx: Trx,
  chatId: number,
  author: Exclude<Author, { author: 'operator' }>,
  message: NewMessage,
): Promise<{ readonly row: MessageRow; readonly isNew: boolean }> {
  const conversation = await locked(trx, chatId);
  const earlier = await sentBefore(trx, chatId, author, message.key);
  if (earlier !== null) {
    refuseOther(earlier, { fileId: message.file?.id ?? null, hash: message.hash });
    return { row: earlier, isNew: false };
  }
  if (conversation.status === 'resolved' && author.author === 'user')
    await refuseSecond(trx, author.userId, conversation);
  const row = await addMessage(trx, conversation, author, message);
  const waitingSince = conversation.waiting_since ?? new Date(message.timeMs);
  await trx
    .updateTable('chat.conversation')
    .set({
      status: 'open',
      snoozed_until: null,
      waiting_since: conversation.kind === 'support' ? waitingSince : null,
    })
    .where('chat_id', '=', conversation.chat_id)
    .execute();
  return { row, isNew: true };
}

/** Locks a user's conversations with support until the transaction ends: of those that are not resolved there is one. */
export const lockSupportOf = (trx: Trx, userId: number) =>
  sql`select pg_advisory_xact_lock(hashtext('candor support'), ${userId})`.execute(trx);

/** @throws Refusal CHAT_ENDED where the user has another conversation with support that is not resolved */
async function refuseSecond(trx: Trx, userId: number, { kind, chat_id }: ConversationRow): Promise<void> {
  if (kind !== 'support') return;
  // a conversation that begins meanwhile would be a second one
  await lockSupportOf(trx, userId);
  const other = await trx
    .selectFrom('chat.conversation')
    .innerJoin('chat.party', 'chat.party.chat_id', 'chat.conversation.chat_id')
    .select('chat.conversation.chat_id')
    .where('chat.party.user_id', '=', BigInt(userId))
    .where('kind', '=', 'support')
    .where('status', '<>', 'resolved')
    .where('chat.conversation.chat_id', '<>', chat_id)
    .executeTakeFirst();
  if (other !== undefined) throw new Refusal('CHAT_ENDED');
}
