import { type NoticeMessage, type NoticesReadMessage, type RefreshMessage, subjects } from '@candor/api';
import { sql } from 'kysely';
import type { Bus, Published } from '../../base/bus/index.ts';
import type { Db } from '../../base/database/index.ts';
import type { StoredNotice } from './store.ts';

/** Counts the unread notices of users, of each those above an id. */
export async function unreadOf(
  db: Db,
  userIds: readonly number[],
  after = 0,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ user_id: bigint; unread: number }>`
    select u.user_id, (
      select count(*)::integer from notices.notice n where n.user_id = u.user_id and not n.is_read
        and n.notice_id > ${after}::bigint) as unread
    from unnest(${[...new Set(userIds)]}::bigint[]) as u (user_id)`.execute(db);
  return new Map(rows.map((row) => [Number(row.user_id), row.unread]));
}

/** Publishes notices that are committed to the sockets of their owners. */
export async function publishNotices(
  { db, bus, now }: { readonly db: Db; readonly bus: Bus; readonly now: () => number },
  stored: readonly StoredNotice[],
): Promise<void> {
  if (stored.length === 0) return;
  const unread = await unreadOf(
    db,
    stored.map(({ userId }) => userId),
  );
  bus.publishAll(
    stored.flatMap(({ userId, notice, toast, sound }) => {
      const count = unread.get(userId) ?? 0;
      const message: NoticeMessage = { type: 'notice', t: now(), notice, toast, sound, unread: count };
      return messagesOf(userId, message, { type: 'notice', kind: notice.kind, id: notice.id, unread: count });
    }),
  );
}

/** Publishes marks to the sockets of their user. */
export function publishRead(bus: Bus, userId: number, message: NoticesReadMessage): void {
  const { upTo, ids, unread } = message;
  const id = Math.max(upTo, ...ids);
  bus.publishAll(messagesOf(userId, message, { type: 'notice', kind: null, id, unread }));
}

const messagesOf = (
  userId: number,
  message: NoticeMessage | NoticesReadMessage,
  refresh: RefreshMessage,
): readonly Published[] => [
  [subjects.notice(userId), message],
  [subjects.refresh(userId), refresh],
];
