import { kyselyOf, migrate, type Trx } from '../../base/database/index.ts';
import { createLimitCounts } from '../../gateway/logins/index.ts';
import { listConversations, openSupport } from './conversations.ts';
import { type Hint, publishHint } from './hints.ts';
import { readOffice } from './office-hours.ts';
import { markRead, rateOwn, readPage, sayTyping, send } from './own-messages.ts';
import { ownerOf, topicOf } from './parties.ts';
import type { ConversationRow } from './rows.ts';
import { migrations } from './schema.ts';
import type { Chat, ChatDeps, ChatRoom } from './types.ts';
import { followTypists } from './typists.ts';

/** A mail about an answer is delivered within this time. */
const MAIL_MS = 86_400_000;

async function mailGuest(
  { messages, now }: Pick<ChatDeps, 'messages' | 'now'>,
  trx: Trx,
  row: ConversationRow,
): Promise<void> {
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
}

/** Opens the room: migrates its schema and returns it. */
export async function openChat(deps: ChatDeps): Promise<Chat> {
  const { pool, bus, files, hashKey, liveCodes, messages, now } = deps;
  await migrate(pool, 'chat', migrations);
  const db = kyselyOf(pool);
  const counts = createLimitCounts({ pool, schema: 'chat', table: 'form_limit' });
  const typists = followTypists({ bus, now });
  const linkOf = (fileId: string) => files.link('customer', fileId).link;
  const tell = (hint: Hint) => publishHint({ db, bus, now }, hint);
  const room: ChatRoom = { db, counts, typists, linkOf, tell, files, hashKey, liveCodes, now };

  return {
    db,
    counts,
    tell,
    linkOf,
    picture: files.read,
    staffPictures: files,
    stop: typists.stop,
    isTyping: typists.isTyping,
    isMailOpen: () => messages.isOpen('email'),
    mailGuest: (trx, row) => mailGuest(deps, trx, row),
    list: (userId, chatId) => listConversations(room, userId, chatId),
    openSupport: (userId, about) => openSupport(room, userId, about),
    send: (userId, sending) => send(room, userId, sending),
    page: (userId, chatKey, asked) => readPage(room, userId, chatKey, asked),
    markRead: (userId, chatId, number) => markRead(room, userId, chatId, number),
    rate: (userId, chatId, rating) => rateOwn(room, userId, chatId, rating),
    office: () => readOffice(db),
    typing: (userId, chatId) => sayTyping(room, userId, chatId),
    topicOf: (userId) => topicOf(db, userId),
    ownerOf: (topic) => ownerOf(db, topic),
  };
}
