import type { ArticleCategory, ArticleHit, ArticleKind, ArticlePage, Language } from '@candor/api';
import type { Pool } from 'pg';
import { type Db, kyselyOf, migrate, patiently } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { Files } from '../../gateway/files/index.ts';
import {
  type AnnouncementPage,
  type AnnouncementRequest,
  listAnnouncements,
  markRead,
} from './announcements.ts';
import { type Answers, answer } from './answers.ts';
import { type Branch, readTree, treeOf } from './categories.ts';
import { publishFirstTerms } from './first-articles.ts';
import { lineOf } from './lines.ts';
import { readPage } from './page.ts';
import { migrations } from './schema.ts';
import { search } from './search.ts';
import { articleRows, categoryRows, type TablePart, type TableRequest } from './tables.ts';
import { isImageVisible, type Reading, type VisibleText, visibleTexts } from './visible.ts';
import { figuresOf, withFigures } from './written.ts';

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
  announcements(request: AnnouncementRequest): Promise<AnnouncementPage>;
  /** Marks announcements that can be seen. Resolves with the number of unread ones. */
  markRead(userId: number, ids: readonly number[]): Promise<number>;
  /** @throws Refusal NOT_FOUND */
  answer(userId: number, id: number, isHelpful: boolean): Promise<Answers & { readonly ownAnswer: boolean }>;
  /** Rows of the table of articles, as menus look them up by code and language. */
  table(request: TableRequest): Promise<TablePart>;
  /** The same of categories and sections. */
  categoryTable(request: TableRequest): Promise<TablePart>;
  /** An image of a visible article; null for any other. */
  image(id: string): Promise<Buffer | null>;
}

export interface ArticlesDeps {
  readonly pool: Pool;
  readonly catalogues: CatalogueFollower;
  readonly files: Pick<Files, 'vault'>;
  readonly publicUrl: string | null;
  readonly now: () => number;
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

  const reading: Reading = { db, now };
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
    page: (id, kind, language, userId) => readPage(reading, id, { kind, language, userId }),
    async search(query, kind, language, size) {
      const written = (text: string, row: VisibleText) => withFigures(text, row.language, figuresOf(row));
      const hits = await search(db, { query, kind, language, size, atMs: now(), written });
      return hits.map(({ row, titleParts, parts }) => ({ ...lineOf(row), titleParts, parts }));
    },
    announcements: (request) => listAnnouncements(reading, request),
    markRead: (userId, ids) => markRead(reading, userId, ids),
    answer: (userId, id, isHelpful) => answer(reading, userId, id, isHelpful),
    table: (request) => articleRows(reading, request),
    categoryTable: (request) => categoryRows(db, request),
    image: async (id) => ((await isImageVisible(db, id, now())) ? imageOf(db, files.vault, id) : null),
  };
}
