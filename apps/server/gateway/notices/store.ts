import { NOTICE_BURST_MS, NOTICES_KEPT, type Notice, type NoticeContent, noticeKinds } from '@candor/api';
import { sql } from 'kysely';
import { idOf, type Trx } from '../../base/database/index.ts';
import { addJobs } from '../../base/jobs/index.ts';
import { isMailedHere, isOn, readSwitched, type Switched } from './choices.ts';

/** The task that sends what is due to one user by mail and SMS. */
export const MAIL_TASK = 'mailNotices';

/** A notice that is stored. */
export interface FoundNotice {
  readonly userId: number;
  readonly key: string;
  readonly timeMs: number;
  readonly isOnce?: boolean;
  readonly content: NoticeContent;
}

/** A stored notice, and how the page announces it. */
export interface StoredNotice {
  readonly userId: number;
  readonly notice: Notice;
  readonly toast: boolean;
  readonly sound: boolean;
}

/** Nobody gets a mail of what is older: it waits in the list. */
const MAILED_WITHIN_MS = 24 * 3_600_000;

interface Row {
  readonly notice_id: bigint;
  readonly user_id: bigint;
  readonly key: string;
  readonly at: Date;
  readonly is_read: boolean;
}

/** A notice as its owner reads it. */
export const noticeOf = (
  row: Pick<Row, 'notice_id' | 'key' | 'at' | 'is_read'>,
  content: NoticeContent,
): Notice => ({
  id: idOf(row.notice_id),
  key: row.key,
  time: row.at.getTime(),
  read: row.is_read,
  ...content,
});

/**
 * Stores notices by the settings of their owners, each key once, and plans their mails. One that says nothing new changes
 * nothing. Returns what was stored. A notice that its owner does not want on the page is stored as read.
 */
export async function storeNotices(
  trx: Trx,
  notices: readonly FoundNotice[],
  nowMs: number,
): Promise<StoredNotice[]> {
  const found = [...new Map(notices.map((each) => [`${each.userId} ${each.key}`, each])).values()];
  if (found.length === 0) return [];
  const userIds = [...new Set(found.map(({ userId }) => userId))];
  const switched = await readSwitched(trx, userIds);
  const plans = found.map((each) => planOf(each, switched, nowMs));
  const planned = new Map(plans.map((plan) => [`${plan.userId} ${plan.key}`, plan]));
  const stored = (await upsert(trx, plans)).map((row) => {
    const plan = planned.get(`${row.user_id} ${row.key}`)!;
    return { plan, notice: noticeOf(row, plan.content) };
  });
  await keepNewest(trx, userIds);
  await planMails(
    trx,
    stored.map(({ plan }) => plan),
    nowMs,
  );
  return stored.map(({ plan: { userId, toast, sound }, notice }) => ({ userId, notice, toast, sound }));
}

interface Plan extends FoundNotice {
  readonly toast: boolean;
  readonly sound: boolean;
  readonly mail: boolean;
  readonly sms: boolean;
}

function planOf(found: FoundNotice, switched: Switched, nowMs: number): Plan {
  const { userId, timeMs } = found;
  const { kind } = found.content;
  const on = (channel: 'page' | 'mail' | 'sms' | 'sound') => isOn(switched, userId, kind, channel);
  const isMailed = isMailedHere(kind) && nowMs - timeMs < MAILED_WITHIN_MS;
  return {
    ...found,
    toast: on('page'),
    sound: on('page') && on('sound'),
    mail: isMailed && on('mail'),
    sms: isMailed && on('sms'),
  };
}

/** Locks the rows that stand, in the order in which a mail and a mark as read lock them. The new order may be the reverse. */
async function lockStanding(trx: Trx, plans: readonly Plan[]): Promise<void> {
  await sql`
    select from notices.notice where (user_id, key) in (select * from unnest(
      ${plans.map(({ userId }) => userId)}::bigint[], ${plans.map(({ key }) => key)}::text[]))
    order by notice_id for update`.execute(trx);
}

/** Writes the rows in their order; a row that says what stands there already is left alone and not returned. */
async function upsert(trx: Trx, plans: readonly Plan[]): Promise<readonly Row[]> {
  await lockStanding(trx, plans);
  const once = plans.filter(({ isOnce = false }) => isOnce).map(({ userId, key }) => `${userId} ${key}`);
  const { rows } = await sql<Row>`
    insert into notices.notice as n (user_id, key, kind, facts, at, is_read, is_mail_due, is_sms_due)
    select user_id, key, kind, facts::jsonb, at, is_read, is_mail_due, is_sms_due
    from unnest(
      ${plans.map(({ userId }) => userId)}::bigint[], ${plans.map(({ key }) => key)}::text[],
      ${plans.map(({ content }) => content.kind)}::text[],
      ${plans.map(({ content }) => JSON.stringify(content.facts))}::text[],
      ${plans.map(({ timeMs }) => new Date(timeMs).toISOString())}::timestamptz[],
      ${plans.map(({ toast }) => !toast)}::boolean[], ${plans.map(({ mail }) => mail)}::boolean[],
      ${plans.map(({ sms }) => sms)}::boolean[]
    ) with ordinality as f (user_id, key, kind, facts, at, is_read, is_mail_due, is_sms_due, place)
    order by place
    on conflict (user_id, key) do update
      set notice_id = excluded.notice_id, kind = excluded.kind, facts = excluded.facts, at = excluded.at,
        is_read = excluded.is_read, is_mail_due = excluded.is_mail_due, is_sms_due = excluded.is_sms_due
      where (n.facts <> excluded.facts or n.kind <> excluded.kind)
        and n.user_id || ' ' || n.key <> all(${once}::text[])
    returning notice_id, user_id, key, at, is_read`.execute(trx);
  return rows.toSorted((left, right) => Number(left.notice_id - right.notice_id));
}

/** Deletes what is beyond the newest of each user: the storage of an account is bounded, whatever it does. */
async function keepNewest(trx: Trx, userIds: readonly number[]): Promise<void> {
  await sql`
    delete from notices.notice n using unnest(${userIds}::bigint[]) as u (user_id)
    where n.user_id = u.user_id and n.notice_id <= (
      select notice_id from notices.notice o where o.user_id = u.user_id
      order by notice_id desc offset ${NOTICES_KEPT} limit 1)`.execute(trx);
}

/**
 * Plans one mail for the notices of each user: after the time of a burst, or at once where one is urgent and no mail went
 * within that time.
 */
async function planMails(trx: Trx, plans: readonly Plan[], nowMs: number): Promise<void> {
  const due = plans.filter(({ mail, sms }) => mail || sms);
  if (due.length === 0) return;
  const urgent = new Map<number, boolean>();
  for (const { userId, content } of due)
    urgent.set(userId, (urgent.get(userId) ?? false) || noticeKinds[content.kind].urgent);
  const rows = await trx
    .selectFrom('notices.mailbox')
    .selectAll()
    .where('user_id', 'in', [...urgent.keys()].map(BigInt))
    .execute();
  const last = new Map(rows.map((row) => [Number(row.user_id), row.mailed_at.getTime()]));
  const jobs = [...urgent].map(([userId, isUrgent]) => {
    const earliest = (last.get(userId) ?? 0) + NOTICE_BURST_MS;
    const runAtMs = isUrgent ? Math.max(nowMs, earliest) : Math.max(nowMs + NOTICE_BURST_MS, earliest);
    const key = `${MAIL_TASK} ${userId}${isUrgent ? ' at once' : ''}`;
    return { task: MAIL_TASK, row: String(userId), runAt: new Date(runAtMs), key, keepsTime: true };
  });
  await addJobs(trx, jobs);
}
