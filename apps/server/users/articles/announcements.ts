import type { AnnouncementLine, AnnouncementTopic, Language } from '@candor/api';
import { sql } from 'kysely';
import type { Db } from '../../base/database/index.ts';
import { lineOf } from './lines.ts';
import { countUnread, type Reading, visibleTexts } from './visible.ts';

export interface AnnouncementRequest {
  readonly language: Language;
  readonly userId: number | null;
  readonly topic: AnnouncementTopic | null;
  readonly isPinned: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** A page of announcements, with the number of those that the user has not opened. */
export interface AnnouncementPage {
  readonly records: AnnouncementLine[];
  readonly total: number;
  readonly unread: number;
}

/** Those of some announcements that a user has opened. */
async function openedOf(db: Db, userId: number, ids: readonly bigint[]): Promise<ReadonlySet<bigint>> {
  const opened = await db
    .selectFrom('articles.reading')
    .select('article_id')
    .where('user_id', '=', BigInt(userId))
    .where('article_id', 'in', ids)
    .execute();
  return new Set(opened.map(({ article_id }) => article_id));
}

export async function listAnnouncements(
  { db, now }: Reading,
  { language, userId, topic, isPinned, offset, limit }: AnnouncementRequest,
): Promise<AnnouncementPage> {
  const atMs = now();
  const ofTopic = topic === null ? sql`true` : sql`article.topic = ${topic}`;
  const pinned = isPinned ? sql`article.is_pinned` : sql`true`;
  const where = sql`article.kind = 'announcement' and ${ofTopic} and ${pinned}`;
  const rows = await visibleTexts(db, { atMs, language, where, order: 'newest', limit, offset });
  const ids = rows.map((row) => row.article_id);
  const opened = userId === null || ids.length === 0 ? new Set<bigint>() : await openedOf(db, userId, ids);
  return {
    records: rows.map((row) => ({
      ...lineOf(row),
      isPinned: row.is_pinned,
      isRead: opened.has(row.article_id),
    })),
    total: Number(rows[0]?.total ?? 0),
    unread: userId === null ? 0 : await countUnread(db, userId, atMs),
  };
}

/** Marks announcements that can be seen. Resolves with the number of unread ones. */
export async function markRead(
  { db, now }: Reading,
  userId: number,
  ids: readonly number[],
): Promise<number> {
  const where = sql`article.kind = 'announcement' and article.article_id = any(${ids}::bigint[])`;
  const rows = await visibleTexts(db, { atMs: now(), language: 'en', where });
  if (rows.length > 0)
    await db
      .insertInto('articles.reading')
      .values(rows.map(({ article_id }) => ({ user_id: userId, article_id, read_at: new Date(now()) })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return countUnread(db, userId, now());
}
