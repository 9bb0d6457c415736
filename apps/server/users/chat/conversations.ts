import type { Conversation, Language, SupportMatter } from '@candor/api';
import { sql } from 'kysely';
import { idOf, type Trx } from '../../base/database/index.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import { addSystem, lockSupportOf } from './messages.ts';
import { newConversation } from './new-conversation.ts';
import { addParty, topicOf } from './parties.ts';
import { conversationShown, ownRow, ownRows } from './rows.ts';
import type { ChatRoom } from './types.ts';

/** Conversations that a list shows at most. */
const MOST_LISTED = 50;

/** The matter of a conversation with support. */
interface About {
  readonly matter: SupportMatter;
  readonly reference: string;
  readonly language: Language;
}

export async function listConversations(
  { db, now }: ChatRoom,
  userId: number,
  chatId: number | null,
): Promise<{ topic: string; unread: number; list: Conversation[] }> {
  const topic = await topicOf(db, userId);
  const latest = await ownRows(db, userId, { limit: MOST_LISTED });
  const named = chatId === null ? [] : await ownRows(db, userId, { id: chatId });
  const shown = [...latest, ...named].map((row) => conversationShown(row, now()));
  const list = [...new Map(shown.map((each) => [each.id, each])).values()];
  return { topic, unread: list.reduce((sum, { unread }) => sum + unread, 0), list };
}

/** The conversation with support that is not resolved; null where there is none. */
async function unresolved(trx: Trx, userId: number): Promise<number | null> {
  const { rows } = await sql<{ chat_id: bigint }>`
    select c.chat_id from chat.conversation c join chat.party p using (chat_id)
    where p.user_id = ${userId} and c.kind = 'support' and c.status <> 'resolved' limit 1`.execute(trx);
  return rows[0] === undefined ? null : idOf(rows[0].chat_id);
}

async function begin({ now }: ChatRoom, trx: Trx, userId: number, about: About): Promise<number> {
  const row = await trx
    .insertInto('chat.conversation')
    .values(newConversation(now(), { ...about, kind: 'support', status: 'pending' }))
    .returningAll()
    .executeTakeFirstOrThrow();
  const { number } = await addSystem(trx, row, 'opened', now());
  await addParty(trx, row.chat_id, userId, number);
  return idOf(row.chat_id);
}

/** Begins a conversation with support, or finds the one that is not resolved. */
export const openSupport = (room: ChatRoom, userId: number, about: About): Promise<Conversation> =>
  room.db.transaction().execute(async (trx) => {
    refuseLate(room.now());
    // two pages at once begin one
    await lockSupportOf(trx, userId);
    const id = (await unresolved(trx, userId)) ?? (await begin(room, trx, userId, about));
    return conversationShown(await ownRow(trx, userId, { id }), room.now());
  });
