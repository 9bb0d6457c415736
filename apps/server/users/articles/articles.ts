import type {
  AnnouncementLine,
  AnnouncementTopic,
  ArticleCategory,
  ArticleHit,
  ArticleKind,
  ArticleLine,
  ArticlePage,
  ArticleRow,
  Language,
} from '@candor/api';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { type Db, kyselyOf, migrate, patiently } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { Files } from '../../gateway/files/index.ts';
import { type Branch, categoryOf, readTree, treeOf } from './categories.ts';
import { publishFirstTerms } from './first-articles.ts';
import { lineOf } from './lines.ts';
import { migrations } from './schema.ts';
import { search } from './search.ts';
import { countUnread, isImageVisible, successorOf, type VisibleText, visibleTexts } from './visible.ts';
import { figuresOf, withFigures } from './written.ts';

/** Articles that a page names beside its own. */
const MOST_RELATED = 5;

export interface AnnouncementRequest {
  readonly language: Language;
  readonly userId: number | null;
  readonly topic: AnnouncementTopic | null;
  readonly isPinned: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** Articles as everybody reads them. */
export interface Articles {
  readonly db: Db;
  /** The address that users type; null on a developer’s machine. */
  readonly publicUrl: string | null;
  index(language: Language): Promise<ArticleCategory[]>;
  /** @throws Refusal NOT_FOUND */
  category(id: number, language: Language): Promise<ArticleCategory>;
  /** @throws Refusal NOT_FOUND */
  section(
    id: number,
    language: Language,
  ): Promise<ArticleCategory['sections'][number] & { readonly category: Branch }>;
  /** @throws Refusal NOT_FOUND */
  page(id: number, kind: ArticleKind | null, language: Language, userId: number | null): Promise<ArticlePage>;
  search(query: string, kind: ArticleKind | null, language: Language, size: number): Promise<ArticleHit[]>;
  announcements(
    request: AnnouncementRequest,
  ): Promise<{ readonly records: AnnouncementLine[]; readonly total: number; readonly unread: number }>;
  /** Marks announcements that can be seen. Resolves with the number of unread ones. */
  markRead(userId: number, ids: readonly number[]): Promise<number>;
  /** @throws Refusal NOT_FOUND */
  answer(userId: number, id: number, isHelpful: boolean): Promise<Answers & { readonly ownAnswer: boolean }>;
  /** Rows of the table of articles, as menus look them up by code and language. */
  table(request: TableRequest): Promise<{ readonly records: ArticleRow[]; readonly total: number }>;
  /** The same of categories and sections. */
  categoryTable(request: TableRequest): Promise<{ readonly records: ArticleRow[]; readonly total: number }>;
  /** An image of a visible article; null for any other. */
  image(id: string): Promise<Buffer | null>;
}

export interface TableRequest {
  readonly id?: number;
  readonly code?: string | undefined;
  readonly language?: Language | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
  readonly offset: number;
  readonly limit: number;
}

interface Answers {
  readonly helpful: number;
  readonly unhelpful: number;
}

export interface ArticlesDeps {
  readonly pool: Pool;
  readonly catalogues: CatalogueFollower;
  readonly files: Pick<Files, 'vault'>;
  readonly publicUrl: string | null;
  readonly now: () => number;
}

const isId = (id: number) => sql`article.article_id = ${id}`;

async function answersTo(db: Db, id: number): Promise<Answers> {
  const { rows } = await sql<{ helpful: bigint; unhelpful: bigint }>`
    select count(*) filter (where is_helpful) as helpful, count(*) filter (where not is_helpful) as unhelpful
    from articles.answer where article_id = ${id}`.execute(db);
  return { helpful: Number(rows[0]!.helpful), unhelpful: Number(rows[0]!.unhelpful) };
}

async function ownAnswer(db: Db, userId: number, id: number): Promise<boolean | null> {
  const row = await db
    .selectFrom('articles.answer')
    .select('is_helpful')
    .where('user_id', '=', BigInt(userId))
    .where('article_id', '=', BigInt(id))
    .executeTakeFirst();
  return row?.is_helpful ?? null;
}

/** The image of an id, whoever may see it; null where there is none. */
export async function imageOf(db: Db, vault: Files['vault'], id: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('articles.image')
    .select('wrapped_key')
    .where('image_id', '=', id)
    .executeTakeFirst();
  return row === undefined ? null : vault.get(id, row.wrapped_key);
}

/** Opens the room: makes its tables with the first articles. */
export async function openArticles(deps: ArticlesDeps): Promise<Articles> {
  const { pool, catalogues, files, publicUrl, now } = deps;
  await migrate(pool, 'articles', migrations);
  const db = kyselyOf(pool);
  if (catalogues.current().mode === 'practice') await patiently(pool, () => publishFirstTerms(db, now()));

  /** One that can be seen; a hidden one leads to what follows it. */
  async function find(id: number, language: Language): Promise<VisibleText> {
    const read = async (wanted: number) =>
      (await visibleTexts(db, { atMs: now(), language, where: isId(wanted) }))[0];
    const row = await read(id);
    if (row !== undefined) return row;
    const next = await successorOf(db, id);
    const following = next === null ? undefined : await read(next);
    if (following === undefined) throw new Refusal('NOT_FOUND');
    return following;
  }

  async function related(row: VisibleText, language: Language): Promise<ArticleLine[]> {
    const others = sql`article.article_id <> ${row.article_id} and article.kind = ${row.kind}`;
    const near =
      row.category_id === null
        ? sql`article.topic is not distinct from ${row.topic}`
        : sql`article.category_id = ${row.category_id}`;
    const where = sql`${others} and ${near}`;
    const order = row.kind === 'announcement' ? 'newest' : 'kept';
    return (await visibleTexts(db, { atMs: now(), language, where, order, limit: MOST_RELATED })).map(lineOf);
  }

  const lists = async (language: Language) =>
    treeOf(await readTree(db), await visibleTexts(db, { atMs: now(), language }), language);

  return {
    db,
    publicUrl,
    index: lists,
    async category(id, language) {
      const found = (await lists(language)).find((category) => category.id === id);
      if (found === undefined) throw new Refusal('NOT_FOUND');
      return found;
    },
    async section(id, language) {
      for (const { sections, id: categoryId, code, title } of await lists(language)) {
        const found = sections.find((section) => section.id === id);
        if (found !== undefined) return { ...found, category: { id: categoryId, code, title } };
      }
      throw new Refusal('NOT_FOUND');
    },
    async page(id, kind, language, userId) {
      const row = await find(id, language);
      const line = lineOf(row);
      if (kind !== null && line.id === id && row.kind !== kind) throw new Refusal('NOT_FOUND');
      const [breadcrumb, others, answers, own] = await Promise.all([
        readTree(db).then((tree) => categoryOf(tree, row.category_id, language)),
        related(row, language),
        answersTo(db, line.id),
        userId === null ? null : ownAnswer(db, userId, line.id),
      ]);
      return {
        ...line,
        content: row.body,
        figures: figuresOf(row),
        isStale: row.source_hash !== null && row.source_hash !== row.english_hash,
        version: row.version,
        breadcrumb,
        related: others,
        ...answers,
        ownAnswer: own,
      };
    },
    async search(query, kind, language, size) {
      const written = (text: string, row: VisibleText) => withFigures(text, row.language, figuresOf(row));
      const hits = await search(db, { query, kind, language, size, atMs: now(), written });
      return hits.map(({ row, titleParts, parts }) => ({ ...lineOf(row), titleParts, parts }));
    },
    async announcements({ language, userId, topic, isPinned, offset, limit }) {
      const atMs = now();
      const ofTopic = topic === null ? sql`true` : sql`article.topic = ${topic}`;
      const pinned = isPinned ? sql`article.is_pinned` : sql`true`;
      const where = sql`article.kind = 'announcement' and ${ofTopic} and ${pinned}`;
      const rows = await visibleTexts(db, { atMs, language, where, order: 'newest', limit, offset });
      const read = new Set<bigint>();
      if (userId !== null && rows.length > 0) {
        const opened = await db
          .selectFrom('articles.reading')
          .select('article_id')
          .where('user_id', '=', BigInt(userId))
          .where(
            'article_id',
            'in',
            rows.map((row) => row.article_id),
          )
          .execute();
        for (const { article_id } of opened) read.add(article_id);
      }
      return {
        records: rows.map((row) => ({
          ...lineOf(row),
          isPinned: row.is_pinned,
          isRead: read.has(row.article_id),
        })),
        total: Number(rows[0]?.total ?? 0),
        unread: userId === null ? 0 : await countUnread(db, userId, atMs),
      };
    },
    async markRead(userId, ids) {
      const where = sql`article.kind = 'announcement' and article.article_id = any(${ids}::bigint[])`;
      const rows = await visibleTexts(db, { atMs: now(), language: 'en', where });
      if (rows.length > 0)
        await db
          .insertInto('articles.reading')
          .values(rows.map(({ article_id }) => ({ user_id: userId, article_id, read_at: new Date(now()) })))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      return countUnread(db, userId, now());
    },
    async answer(userId, id, isHelpful) {
      const [row] = await visibleTexts(db, { atMs: now(), language: 'en', where: isId(id) });
      if (row === undefined) throw new Refusal('NOT_FOUND');
      const values = { is_helpful: isHelpful, answered_at: new Date(now()) };
      await db
        .insertInto('articles.answer')
        .values({
          user_id: userId,
          article_id: id,
          is_helpful: values.is_helpful,
          answered_at: values.answered_at,
        })
        .onConflict((conflict) => conflict.columns(['user_id', 'article_id']).doUpdateSet(values))
        .execute();
      const answers = await answersTo(db, id);
      return { helpful: answers.helpful, unhelpful: answers.unhelpful, ownAnswer: isHelpful };
    },
    async table({ id, code, language, order = 'desc', offset, limit }) {
      const ofId = id === undefined ? sql`true` : isId(id);
      const ofCode = code === undefined ? sql`true` : sql`article.code = ${code}`;
      const where = sql`${ofId} and ${ofCode}`;
      const rows = await visibleTexts(db, {
        atMs: now(),
        language: language ?? 'en',
        where,
        order,
        limit,
        offset,
      });
      const codes = new Map((await readTree(db)).map((branch) => [branch.category_id, branch.code]));
      return { records: rows.map((row) => rowOf(row, codes)), total: Number(rows[0]?.total ?? 0) };
    },
    async categoryTable({ id, code, language = 'en', order = 'desc', offset, limit }) {
      const tree = (await readTree(db)).filter(
        (branch) =>
          (id === undefined || Number(branch.category_id) === id) &&
          (code === undefined || branch.code === code),
      );
      const sign = order === 'asc' ? 1 : -1;
      const sorted = tree.sort((a, b) => sign * Number(a.category_id - b.category_id));
      const records = sorted.slice(offset, offset + limit).map(
        (branch): ArticleRow => ({
          id: Number(branch.category_id),
          article_code: branch.code,
          article_lang: language,
          article_type: '',
          section_code: branch.code,
          pid: branch.parent_id === null ? null : Number(branch.parent_id),
          title: branch.titles[language] ?? branch.titles.en ?? branch.code,
          content: '',
        }),
      );
      return { records, total: tree.length };
    },
    image: async (id) => ((await isImageVisible(db, id, now())) ? imageOf(db, files.vault, id) : null),
  };
}

const rowOf = (row: VisibleText, codes: ReadonlyMap<bigint, string>): ArticleRow => ({
  id: Number(row.article_id),
  article_code: row.code,
  article_lang: row.language,
  article_type: row.kind,
  section_code: row.category_id === null ? '' : (codes.get(row.category_id) ?? ''),
  pid: row.category_id === null ? null : Number(row.category_id),
  title: row.title,
  content: row.body,
});
