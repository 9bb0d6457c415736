import { randomBytes } from 'node:crypto';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';

/** Key of a conversation, and the random part of a topic. */
export const newKey = () => randomBytes(16).toString('hex');

/** Makes a user a party, and gives them a topic of hints. */
export async function addParty(trx: Trx, chatId: bigint, userId: number, readNumber: number): Promise<void> {
  await topicOf(trx, userId);
  await trx
    .insertInto('chat.party')
    .values({ chat_id: chatId, user_id: userId, read_number: readNumber })
    .execute();
}

/** The topic of a user's hints, made at the first question. */
export async function topicOf(db: Db, userId: number): Promise<string> {
  const read = db.selectFrom('chat.inbox').select('topic').where('user_id', '=', BigInt(userId));
  const known = await read.executeTakeFirst();
  if (known !== undefined) return known.topic;
  await db
    .insertInto('chat.inbox')
    .values({ user_id: userId, topic: `chat_${newKey()}` })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  return (await read.executeTakeFirstOrThrow()).topic;
}

/** The owner of a topic of hints; null for one that is nobody's. */
export async function ownerOf(db: Db, topic: string): Promise<number | null> {
  const row = await db
    .selectFrom('chat.inbox')
    .select('user_id')
    .where('topic', '=', topic)
    .executeTakeFirst();
  return row === undefined ? null : idOf(row.user_id);
}
