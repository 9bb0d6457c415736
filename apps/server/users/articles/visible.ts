import type { AnnouncementTopic, ArticleKind, Language } from '@candor/api';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../base/database/index.ts';

/**
 * The one predicate of what can be seen: the newest version of an article whose time has come, unless the article is hidden.
 * Pages, lists, searches, feeds, tables and images all read through it, so that a scheduled text shows nowhere before its time
 * and everywhere at it, whatever job is late.
 */
const visibleVersions = (atMs: number): RawBuilder<unknown> => {
  const at = new Date(atMs);
  return sql`(
    select distinct on (version.article_id) version.article_id, version.version, version.publish_at, version.figures
    from articles.version join articles.article using (article_id)
    where version.publish_at <= ${at} and version.withdrawn_at is null
      and (article.hidden_at is null or article.hidden_at > ${at})
    order by version.article_id, version.version desc)`;
};

/** The database and the clock that tell what can be seen. */
export interface Reading {
  readonly db: Db;
  readonly now: () => number;
}

/** A text that can be seen. */
export interface VisibleText {
  readonly article_id: bigint;
  readonly code: string;
  readonly kind: ArticleKind;
  readonly topic: AnnouncementTopic | null;
  readonly category_id: bigint | null;
  readonly is_pinned: boolean;
  readonly version: number;
  readonly figures: Readonly<Record<string, string>> | null;
  readonly language: Language;
  readonly title: string;
  readonly body: string;
  readonly plain: string;
  readonly source_hash: string | null;
  /** The hash of the English text of the same version. */
  readonly english_hash: string | null;
  readonly publish_at: Date;
  readonly first_at: Date;
  readonly total: bigint;
}

export interface VisibleRequest {
  readonly atMs: number;
  readonly language: Language;
  readonly where?: RawBuilder<unknown>;
  /** `kept` is the order of operators; `asc` and `desc` are those of ids. */
  readonly order?: keyof typeof orders;
  readonly limit?: number;
  readonly offset?: number;
  /** True for texts of the language alone, without English in its place. */
  readonly isExact?: boolean;
}

const orders = {
  kept: sql`article.sort, article.article_id`,
  newest: sql`first.publish_at desc, article.article_id desc`,
  asc: sql`article.article_id`,
  desc: sql`article.article_id desc`,
};

/** The condition of one article. */
export const isId = (id: number): RawBuilder<unknown> => sql`article.article_id = ${id}`;

const MOST = 1_000;

/** Reads what can be seen at a time: each article once, in the language or else in English. */
export async function visibleTexts(db: Db, request: VisibleRequest): Promise<VisibleText[]> {
  const { atMs, language, where = sql`true`, order = 'kept', limit = MOST, offset = 0 } = request;
  const fallback = request.isExact === true ? language : 'en';
  const { rows } = await sql<VisibleText>`
    select article.article_id, article.code, article.kind, article.topic, article.category_id, article.is_pinned,
      visible.version, visible.figures, text.language, text.title, text.body, text.plain, text.source_hash,
      english.hash as english_hash, visible.publish_at, first.publish_at as first_at, count(*) over () as total
    from ${visibleVersions(atMs)} visible
    join articles.article using (article_id)
    cross join lateral (
      select * from articles.text
      where text.article_id = visible.article_id and text.version = visible.version
        and text.language in (${language}, ${fallback})
      order by text.language = ${language} desc limit 1) text
    cross join lateral (
      select min(publish_at) as publish_at from articles.version
      where version.article_id = visible.article_id and withdrawn_at is null) first
    left join articles.text english
      on english.article_id = visible.article_id and english.version = visible.version and english.language = 'en'
    where ${where}
    order by ${orders[order]} limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** Returns true for an image that a visible text shows, in any language. */
export async function isImageVisible(db: Db, imageId: string, atMs: number): Promise<boolean> {
  const { rows } = await sql`
    select from articles.text join ${visibleVersions(atMs)} visible using (article_id, version)
    where text.images @> array[${imageId}::uuid] limit 1`.execute(db);
  return rows.length > 0;
}

/** Numbers of visible announcements that a user has not opened. */
export async function countUnread(db: Db, userId: number, atMs: number): Promise<number> {
  const { rows } = await sql<{ unread: bigint }>`
    select count(*) as unread from ${visibleVersions(atMs)} visible join articles.article using (article_id)
    where article.kind = 'announcement' and not exists (
      select from articles.reading where reading.article_id = article.article_id and user_id = ${userId})`.execute(
    db,
  );
  return Number(rows[0]?.unread ?? 0);
}

/** Article that stands in the place of a hidden one, by one step; null where none is named. */
export async function successorOf(db: Db, articleId: number): Promise<number | null> {
  const { rows } = await sql<{ id: bigint }>`
    with recursive next as (
      select article_id, successor_id, 0 as steps from articles.article where article_id = ${articleId}
      union all
      select article.article_id, article.successor_id, steps + 1 from articles.article
      join next on article.article_id = next.successor_id where steps < 20)
    select article_id as id from next where steps > 0 and successor_id is null limit 1`.execute(db);
  return rows[0] === undefined ? null : Number(rows[0].id);
}
