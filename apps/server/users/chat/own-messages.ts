import { CHAT_PAGE_SIZE, type ChatRating, type ChatRecord } from '@candor/api';
import { sql } from 'kysely';
import type { Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import { type Masked, maskLiveCodes } from './mask.ts';
import { hashOfText, readText, readWords, refuseOther, sendFrom, sentBefore } from './messages.ts';
import { rate } from './ratings.ts';
import { conversationShown, type MessageRow, ownRow, recordShown } from './rows.ts';
import type { Chat, ChatRoom, PageAsked, Sending } from './types.ts';

/** Messages of one user in a minute. */
const MESSAGES_A_MINUTE = 40;
const MINUTE_MS = 60_000;
/** Candidates of six digits that are compared with the codes of one user in an hour: so many guesses are no search. */
const COMPARED_AN_HOUR = 20;
const HOUR_MS = 3_600_000;

/** Counts candidates that are compared with a user's codes; false where they are too many. */
async function mayCompare({ counts }: ChatRoom, userId: number, count: number): Promise<boolean> {
  const limit = { key: `compared ${userId}`, most: COMPARED_AN_HOUR, durationMs: HOUR_MS };
  for (let at = 0; at < count; at += 1) if ((await counts.add([limit])) !== null) return false;
  return true;
}

/** Masks the codes of a user that work now in their text. */
const masked = (room: ChatRoom, userId: number, text: string): Promise<Masked> =>
  maskLiveCodes(room.liveCodes, userId, text, (count) => mayCompare(room, userId, count));

const shownTo =
  ({ linkOf }: ChatRoom, userId: number) =>
  (row: MessageRow) =>
    recordShown(row, userId, linkOf);

/** @throws Refusal CHAT_MESSAGES_LIMITED where the user sent too many within a minute */
async function refuseMany(trx: Trx, userId: number, nowMs: number): Promise<void> {
  const { count } = await trx
    .selectFrom('chat.message')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('user_id', '=', BigInt(userId))
    .where('sent_at', '>', new Date(nowMs - MINUTE_MS))
    .executeTakeFirstOrThrow();
  // the one that this transaction has added is among them
  if (Number(count) > MESSAGES_A_MINUTE)
    throw new Refusal('CHAT_MESSAGES_LIMITED', { retryAfterMs: MINUTE_MS });
}

export async function send(
  room: ChatRoom,
  userId: number,
  { chatId, content, isImage, key }: Sending,
): Promise<ChatRecord> {
  const { db, files, hashKey, now, tell, typists } = room;
  const shown = shownTo(room, userId);
  await ownRow(db, userId, { id: chatId });
  const text = isImage ? '' : readText(content);
  const author = { author: 'user', userId } as const;
  const hash = isImage ? null : hashOfText(hashKey, chatId, key, text);
  // a retry is found before anything is compared with codes
  const earlier = await sentBefore(db, chatId, author, key);
  if (earlier !== null) {
    refuseOther(earlier, { fileId: isImage ? content : null, hash });
    return shown(earlier);
  }
  const kept = isImage ? { text, isMasked: false } : await masked(room, userId, text);
  const { row, isNew } = await db.transaction().execute(async (trx) => {
    refuseLate(now());
    const size = isImage ? await files.size(trx, userId, content) : null;
    const sent = await sendFrom(trx, chatId, author, {
      content: kept.text,
      isMasked: kept.isMasked,
      file: size === null ? null : { id: content, ...size },
      key,
      hash,
      timeMs: now(),
    });
    if (!sent.isNew) return sent;
    await refuseMany(trx, userId, now());
    if (isImage) await files.keepNew(trx, 'chat', userId, content);
    return sent;
  });
  if (isNew) {
    typists.ended(chatId);
    await tell({ chatId, event: 'message', number: row.number, by: userId });
  }
  return shown(row);
}

/** A page of a user's conversation counted back from `top`, or the messages after a number. */
export async function readPage(
  room: ChatRoom,
  userId: number,
  chatKey: string,
  { current = 1, size = CHAT_PAGE_SIZE, top, after }: PageAsked,
): ReturnType<Chat['page']> {
  const { db, now } = room;
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
    records: rows.map(shownTo(room, userId)),
    current,
    size,
    top: anchor,
    conversation: conversationShown(conversation, now()),
  };
}

export async function markRead(
  { db, now, tell }: ChatRoom,
  userId: number,
  chatId: number,
  number: number,
): ReturnType<Chat['markRead']> {
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
}

/** Tells the other parties that a user types. */
export async function sayTyping(
  { db, tell, typists }: ChatRoom,
  userId: number,
  chatId: number,
): Promise<void> {
  const { last_number } = await ownRow(db, userId, { id: chatId });
  await tell({ chatId, event: 'typing', number: last_number, by: userId });
  typists.began(chatId);
}

export async function rateOwn(
  room: ChatRoom,
  userId: number,
  chatId: number,
  { satisfied, text: words }: ChatRating,
): Promise<ChatRating> {
  const { db, now } = room;
  const row = await ownRow(db, userId, { id: chatId });
  const { text } = await masked(room, userId, readWords(words));
  return db.transaction().execute((trx) => {
    refuseLate(now());
    return rate(trx, row, { satisfied, text }, now());
  });
}
