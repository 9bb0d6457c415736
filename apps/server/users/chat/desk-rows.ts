import type {
  ChatStatus,
  DeskMessage,
  SupportDetail,
  SupportMatter,
  SupportRow,
  SystemCode,
} from '@candor/api';
import { DESK_AWAY_MS } from '@candor/api';
import { sql } from 'kysely';
import {
  type Db,
  defineTable,
  idOf,
  readTable,
  type TableLook,
  type TablePage,
  type Trx,
} from '../../base/database/index.ts';
import type { Operator } from '../../operators/operator/index.ts';
import { maskedAccount } from '../identity/index.ts';
import { ratingOf } from './ratings.ts';
import { type ConversationRow, isInHand, type MessageRow, statusAt } from './rows.ts';

export interface QueueFilters {
  readonly status: ChatStatus;
  readonly language: string;
  readonly own: 'yes' | 'no';
  readonly userId: number;
  readonly operator: string;
  readonly from: number;
  readonly to: number;
}

type QueueRow = ConversationRow & { readonly user_id: bigint | null };

/** Messages that a look shows at once. */
const MOST_SHOWN = 50;
const nobody = { account: null, email: null, phone: null };

/** Part of the conversations that a list shows: those under way, the resolved ones, or all. */
type Part = 'queue' | 'resolved' | 'all';

const partOf = { queue: sql`status <> 'resolved'`, resolved: sql`status = 'resolved'`, all: sql`true` };
const since = sql`coalesce(waiting_since, 'infinity'::timestamptz)`;

/** Conversations with support, with the one user of each; a snooze that has ended counts as open. */
const supportTable = ({ operatorId }: Operator, nowMs: number, part: Part) =>
  defineTable<QueueRow, QueueFilters>()({
    select: sql`*`,
    from: sql`(
      select c.*, (select p.user_id from chat.party p where p.chat_id = c.chat_id limit 1) as user_id,
        case when c.status = 'snoozed' and c.snoozed_until <= ${new Date(nowMs)} then 'open' else c.status end as now_status
      from chat.conversation c
      where c.kind = 'support' and ${partOf[part]}) as shown`,
    key: { of: sql`chat_id`, type: 'bigint' },
    orders: {
      // those that wait for nobody come after all that wait
      waiting: { of: since, type: 'timestamptz' },
      time: { of: sql`last_at`, type: 'timestamptz' },
    },
    filters: {
      status: (status) => sql`now_status = ${status}`,
      language: (language) => sql`language = ${language}`,
      own: (own) => sql`(operator_id is not distinct from ${operatorId}) = ${own === 'yes'}`,
      userId: (id) => sql`chat_id in (select p.chat_id from chat.party p where p.user_id = ${id})`,
      operator: (part) => sql`strpos(lower(coalesce(operator, '')), lower(${part})) > 0`,
      from: (ms) => sql`created_at >= ${new Date(ms)}`,
      to: (ms) => sql`created_at < ${new Date(ms)}`,
    },
  });

export const queuePage = (
  db: Db,
  operator: Operator,
  look: TableLook<QueueFilters>,
  nowMs: number,
): Promise<TablePage<QueueRow>> => {
  const { status, userId } = look.where;
  // the queue is work: what is resolved shows where a status or a user is asked for
  const part = status === 'resolved' ? 'resolved' : userId === undefined ? 'queue' : 'all';
  // the longest waits come first; of what waits for nobody the latest
  const { sort = part === 'queue' ? 'waiting' : '-time' } = look;
  return readTable(db, supportTable(operator, nowMs, part), { ...look, sort });
};

/** The user of a conversation with support; null for one without an account. */
export async function userOf(db: Db, chatId: number): Promise<number | null> {
  const row = await db
    .selectFrom('chat.party')
    .select('user_id')
    .where('chat_id', '=', BigInt(chatId))
    .executeTakeFirst();
  return row === undefined ? null : idOf(row.user_id);
}

export function supportShown(
  operator: Operator,
  row: ConversationRow,
  userId: number | null,
  nowMs: number,
): SupportRow {
  const inHand = isInHand(row, nowMs);
  const isOwn = inHand && Number(row.operator_id) === operator.operatorId;
  const status = statusAt(row, nowMs);
  return {
    id: idOf(row.chat_id),
    userId,
    language: row.language,
    matter: (row.matter ?? 'general') as SupportMatter,
    reference: row.reference,
    status,
    operator: inHand ? row.operator : null,
    isOwn,
    canTake: !inHand,
    waitingSince: row.waiting_since?.getTime() ?? null,
    snoozedUntil: status === 'snoozed' ? (row.snoozed_until?.getTime() ?? null) : null,
    lastNumber: row.last_number,
    lastTime: row.last_at.getTime(),
    createTime: row.created_at.getTime(),
  };
}

const authors = { user: 'user', guest: 'guest', operator: 'staff', system: 'system' } as const;

const messageShown = (row: MessageRow): DeskMessage => ({
  id: idOf(row.message_id),
  number: row.number,
  author: authors[row.author],
  operator: row.operator,
  content: row.content,
  content_type: row.content_type === 2 ? 2 : 1,
  system: row.author === 'system' ? (row.content as SystemCode) : null,
  masked: row.is_masked,
  create_time: row.sent_at.getTime(),
  image: row.width === null || row.height === null ? null : { width: row.width, height: row.height },
});

/** Messages oldest first: the newest ones, those before a number, or those after one. */
async function messagesOf(
  db: Db,
  { chat_id }: ConversationRow,
  { before, after }: { readonly before?: number | undefined; readonly after?: number | undefined },
): Promise<{ readonly records: DeskMessage[]; readonly hasEarlier: boolean }> {
  let query = db.selectFrom('chat.message').selectAll().where('chat_id', '=', chat_id).limit(MOST_SHOWN);
  if (after !== undefined) query = query.where('number', '>', after).orderBy('number', 'asc');
  else query = query.orderBy('number', 'desc');
  if (after === undefined && before !== undefined) query = query.where('number', '<', before);
  const rows = await query.execute();
  const records = (after === undefined ? rows.toReversed() : rows).map(messageShown);
  return { records, hasEarlier: (records[0]?.number ?? 1) > 1 };
}

/** The user beside a conversation, with masked contacts; null for an account that is gone. */
async function deskUserOf(db: Db, userId: number): Promise<SupportDetail['user']> {
  const { rows } = await sql<{
    account: string | null;
    email: string | null;
    phone: string | null;
    language: string;
    frozen_at: Date | null;
    created_at: Date;
    kyc: 'none' | 'primary' | 'advanced';
    earlier: number;
  }>`
    select u.account, u.email, u.phone, u.language, u.frozen_at, u.created_at,
      coalesce((select s.level from kyc.submission s where s.user_id = u.user_id and s.state = 'approved'
        order by s.level limit 1), 'none') as kyc,
      (select count(*)::integer from chat.party p join chat.conversation c using (chat_id)
        where p.user_id = u.user_id and c.kind = 'support' and c.status = 'resolved') as earlier
    from identity.user u where u.user_id = ${userId}`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const { email, phone } = row;
  return {
    userId,
    account: row.account,
    email: email === null ? null : maskedAccount({ ...nobody, email }),
    phone: phone === null ? null : maskedAccount({ ...nobody, phone }),
    language: row.language,
    kyc: row.kyc,
    frozen: row.frozen_at !== null,
    createTime: row.created_at.getTime(),
    earlier: row.earlier,
  };
}

/** A conversation with all that staff sees beside it. */
export async function readDetail(
  db: Db,
  operator: Operator,
  row: ConversationRow,
  look: {
    readonly before?: number | undefined;
    readonly after?: number | undefined;
    readonly typing: boolean;
  },
  nowMs: number,
): Promise<SupportDetail> {
  const userId = await userOf(db, idOf(row.chat_id));
  const [{ records, hasEarlier }, notes, marks, user] = await Promise.all([
    messagesOf(db, row, look),
    db.selectFrom('chat.note').selectAll().where('chat_id', '=', row.chat_id).orderBy('note_id').execute(),
    db
      .selectFrom('chat.party')
      .select(({ fn }) => fn.max('read_number').as('read'))
      .where('chat_id', '=', row.chat_id)
      .executeTakeFirst(),
    userId === null ? null : deskUserOf(db, userId),
  ]);
  return {
    row: supportShown(operator, row, userId, nowMs),
    records,
    hasEarlier,
    userRead: marks?.read ?? 0,
    typing: look.typing,
    notes: notes.map((note) => ({
      id: idOf(note.note_id),
      operator: note.operator,
      text: note.text,
      time: note.noted_at.getTime(),
    })),
    user,
    rating: await ratingOf(db, row),
    guest: row.guest_email === null ? null : maskedAccount({ ...nobody, email: row.guest_email }),
  };
}

/** Marks an operator as there, on all conversations that they have in hand still. */
export async function markPresent(db: Db, { operatorId }: Operator, nowMs: number): Promise<void> {
  await db
    .updateTable('chat.conversation')
    .set({ present_at: new Date(nowMs) })
    .where('operator_id', '=', BigInt(operatorId))
    .where('present_at', '>', new Date(nowMs - DESK_AWAY_MS))
    .execute();
}

/** Looks of an operator at a conversation that lie closer together are one. */
const LOOK_MS = 5 * 60_000;

/** Keeps the time of a look; true where the operator did not look at the conversation lately. */
export async function isNewLook(
  trx: Trx,
  { chat_id }: ConversationRow,
  { operatorId }: Operator,
  nowMs: number,
): Promise<boolean> {
  const time = new Date(nowMs);
  const { rows } = await sql<{ is_new: boolean }>`
    with before as (
      select looked_at from chat.look where chat_id = ${chat_id} and operator_id = ${operatorId})
    insert into chat.look (chat_id, operator_id, looked_at) values (${chat_id}, ${operatorId}, ${time})
    on conflict (chat_id, operator_id) do update set looked_at = excluded.looked_at
    returning coalesce((select looked_at from before) <= ${new Date(nowMs - LOOK_MS)}, true) as is_new`.execute(
    trx,
  );
  return rows[0]?.is_new ?? true;
}
