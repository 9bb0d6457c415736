import {
  type ChatKind,
  type ChatRating,
  type ChatRecord,
  type ChatStatus,
  type Conversation,
  DESK_AWAY_MS,
  GUEST_AUTHOR,
  STAFF_AUTHOR,
  type SupportMatter,
  SYSTEM_AUTHOR,
  type SystemCode,
} from '@candor/api';
import { type Selectable, sql } from 'kysely';
import { type Database, type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';

export type ConversationRow = Selectable<Database['chat.conversation']>;
export type MessageRow = Selectable<Database['chat.message']>;

/** Reader of a conversation: a user, or who has the link of a conversation without an account. */
export type Reader = number | 'guest';

/** A conversation with its reader's marks. */
export type OwnRow = ConversationRow & {
  readonly read_number: number;
  readonly other_read: number;
  readonly unread: number;
  readonly rating: ChatRating | null;
};

/** True while the operator who took it is there. */
export const isInHand = (row: ConversationRow, nowMs: number): boolean =>
  row.operator_id !== null && row.present_at !== null && row.present_at.getTime() > nowMs - DESK_AWAY_MS;

/** The status at a time: a snooze ends by itself. */
export const statusAt = (row: ConversationRow, nowMs: number): ChatStatus =>
  row.status === 'snoozed' && row.snoozed_until !== null && row.snoozed_until.getTime() <= nowMs
    ? 'open'
    : row.status;

/** Conversations of a user, the latest first; of one id or one key where that is given. */
export async function ownRows(
  db: Db,
  userId: number,
  { id = null, key = null, limit = 1 }: { id?: number | null; key?: string | null; limit?: number },
): Promise<readonly OwnRow[]> {
  const { rows } = await sql<OwnRow>`
    select c.*, p.read_number,
      greatest(c.staff_read, coalesce((select max(o.read_number) from chat.party o
        where o.chat_id = c.chat_id and o.user_id <> p.user_id), 0)) as other_read,
      (select count(*)::integer from chat.message m where m.chat_id = c.chat_id and m.number > p.read_number
        and m.user_id is distinct from p.user_id) as unread,
      (select json_build_object('satisfied', r.is_satisfied, 'text', r.text)
        from chat.rating r where r.chat_id = c.chat_id) as rating
    from chat.party p join chat.conversation c using (chat_id)
    where p.user_id = ${userId}
      and (${id}::bigint is null or c.chat_id = ${id}) and (${key}::text is null or c.chat_key = ${key})
    order by c.last_at desc, c.chat_id desc limit ${limit}`.execute(db);
  return rows;
}

/** The one conversation that a user names. @throws Refusal CHAT_UNKNOWN, alike for another's and for none */
export async function ownRow(
  db: Db,
  userId: number,
  which: { readonly id: number } | { readonly key: string },
): Promise<OwnRow> {
  const [row] = await ownRows(db, userId, which);
  if (row === undefined) throw new Refusal('CHAT_UNKNOWN');
  return row;
}

/** Locks a conversation until the transaction ends: its messages get their numbers one after another. */
export async function locked(trx: Trx, chatId: number): Promise<ConversationRow> {
  const row = await trx
    .selectFrom('chat.conversation')
    .selectAll()
    .where('chat_id', '=', BigInt(chatId))
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('CHAT_UNKNOWN');
  return row;
}

export const conversationShown = (row: OwnRow, nowMs: number): Conversation => ({
  id: idOf(row.chat_id),
  chatKey: row.chat_key,
  kind: row.kind as ChatKind,
  matter: row.matter as SupportMatter | null,
  reference: row.reference,
  status: statusAt(row, nowMs),
  inHand: isInHand(row, nowMs),
  language: row.language,
  lastNumber: row.last_number,
  lastTime: row.last_at.getTime(),
  createTime: row.created_at.getTime(),
  unread: row.unread,
  readNumber: row.read_number,
  othersRead: row.other_read,
  rating: row.rating,
});

function authorOf(row: MessageRow): number {
  if (row.author === 'user') return idOf(row.user_id as bigint);
  return { operator: STAFF_AUTHOR, guest: GUEST_AUTHOR, system: SYSTEM_AUTHOR }[row.author];
}

/** A message as one of its parties reads it; `linkOf` makes the link of an image. */
export function recordShown(row: MessageRow, reader: Reader, linkOf: (fileId: string) => string): ChatRecord {
  const mine =
    reader === 'guest' ? row.author === 'guest' : row.author === 'user' && Number(row.user_id) === reader;
  return {
    id: idOf(row.message_id),
    number: row.number,
    content: row.file_id === null ? row.content : linkOf(row.file_id),
    content_type: row.content_type === 2 ? 2 : 1,
    create_time: row.sent_at.getTime(),
    blade_user_id: authorOf(row),
    isStaff: row.author === 'operator',
    mine,
    system: row.author === 'system' ? (row.content as SystemCode) : null,
    masked: row.is_masked,
    key: mine ? row.act_key : null,
    image: row.width === null || row.height === null ? null : { width: row.width, height: row.height },
  };
}
