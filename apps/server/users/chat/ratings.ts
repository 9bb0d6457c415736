import type { ChatRating } from '@candor/api';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { type ConversationRow, locked } from './rows.ts';

/** The answer of who asked to “was it solved?”; null without one. */
export async function ratingOf(
  db: Db,
  { chat_id }: Pick<ConversationRow, 'chat_id'>,
): Promise<ChatRating | null> {
  const row = await db
    .selectFrom('chat.rating')
    .select(['is_satisfied', 'text'])
    .where('chat_id', '=', chat_id)
    .executeTakeFirst();
  return row === undefined ? null : { satisfied: row.is_satisfied, text: row.text };
}

/** Keeps the answer of who asked; a later one takes its place. @throws Refusal CHAT_NOT_RESOLVED */
export async function rate(
  trx: Trx,
  { chat_id }: Pick<ConversationRow, 'chat_id'>,
  { satisfied, text }: ChatRating,
  nowMs: number,
): Promise<ChatRating> {
  const { status, kind } = await locked(trx, idOf(chat_id));
  if (status !== 'resolved' || kind !== 'support') throw new Refusal('CHAT_NOT_RESOLVED');
  const given = { is_satisfied: satisfied, text, rated_at: new Date(nowMs) };
  await trx
    .insertInto('chat.rating')
    .values({ chat_id, ...given })
    .onConflict((conflict) => conflict.column('chat_id').doUpdateSet(given))
    .execute();
  return { satisfied, text };
}
