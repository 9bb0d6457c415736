import { hash } from 'node:crypto';
import {
  type ArticleKind,
  type Language,
  languages,
  MAX_ARTICLE_TITLE,
  type OperatorArticle,
  type OperatorArticleRow,
  type OperatorArticles,
} from '@candor/api';
import { sql } from 'kysely';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { readTree } from './categories.ts';
import { articleFigureValues } from './figures.ts';
import { type ArticleText, type DraftText, hashOf } from './store.ts';

/** An article with the times that its state follows from. */
export interface KeptArticle {
  readonly article_id: bigint;
  readonly code: string;
  readonly kind: ArticleKind;
  readonly topic: OperatorArticleRow['topic'];
  readonly category_id: bigint | null;
  readonly sort: number;
  readonly is_pinned: boolean;
  readonly hidden_at: Date | null;
  readonly successor_id: bigint | null;
  readonly created_at: Date;
}

interface KeptDraft extends ArticleText {
  readonly article_id: bigint;
  readonly language: Language;
  readonly source_hash: string | null;
  readonly revision: number;
  readonly operator: string;
  readonly changed_at: Date;
}

type Texts = Partial<Record<Language, ArticleText>>;

const SHOWN_DIGITS = 16;

/** Binds texts to their entry of the log. */
export const digestOf = (texts: Texts): string =>
  hash(
    'sha256',
    JSON.stringify(languages.map((language) => [language, texts[language]?.title, texts[language]?.body])),
  ).slice(0, SHOWN_DIGITS);

/** An article by its id. @throws Refusal NOT_FOUND */
export async function keptArticle(db: Db, id: number): Promise<KeptArticle> {
  const row = await db
    .selectFrom('articles.article')
    .selectAll()
    .where('article_id', '=', BigInt(id))
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('NOT_FOUND', { field: 'id' });
  return row;
}

/** The drafts of an article by language. */
export async function readDrafts(db: Db, id: number): Promise<ReadonlyMap<Language, KeptDraft>> {
  const rows = await db
    .selectFrom('articles.draft')
    .selectAll()
    .where('article_id', '=', BigInt(id))
    .execute();
  return new Map(rows.map((row) => [row.language, row]));
}

/** The texts of drafts as a version takes them. */
export const textsOf = (drafts: ReadonlyMap<Language, KeptDraft>): Partial<Record<Language, DraftText>> =>
  Object.fromEntries(
    [...drafts].map(([language, { title, body, source_hash }]) => [
      language,
      { title, body, sourceHash: source_hash },
    ]),
  );

/** Texts that can be published: English with a title and a text. @throws Refusal ARTICLE_INCOMPLETE */
export function completeTexts(
  drafts: ReadonlyMap<Language, KeptDraft>,
): Partial<Record<Language, DraftText>> {
  const english = drafts.get('en');
  if (english === undefined || english.body.trim() === '' || english.title.length > MAX_ARTICLE_TITLE)
    throw new Refusal('ARTICLE_INCOMPLETE', { field: 'drafts' });
  return textsOf(drafts);
}

const isStale = (draft: KeptDraft, english: KeptDraft | undefined): boolean =>
  draft.language !== 'en' && (english === undefined || draft.source_hash !== hashOf(english));

interface NewDraft extends ArticleText {
  readonly articleId: number;
  readonly language: Language;
  /** The revision that it was made from; null writes over whatever is there. */
  readonly revision: number | null;
  readonly sourceHash?: string | null;
  readonly operator: string;
  readonly atMs: number;
}

/**
 * Writes a draft in the caller's transaction. False where it stands so already.
 * @throws Refusal ARTICLE_CHANGED where somebody else saved another text meanwhile
 */
export async function writeDraft(trx: Trx, draft: NewDraft): Promise<boolean> {
  const { articleId, language, title, body, revision, operator, atMs } = draft;
  await sql`select from articles.article where article_id = ${articleId} for update`.execute(trx);
  const drafts = await readDrafts(trx, articleId);
  const before = drafts.get(language);
  const english = drafts.get('en');
  const made = language === 'en' ? null : english === undefined ? null : hashOf(english);
  const source = draft.sourceHash === undefined ? made : draft.sourceHash;
  const isSame = before !== undefined && before.title === title && before.body === body;
  if (isSame && before.source_hash === source) return false;
  if (!isSame && revision !== null && revision !== (before?.revision ?? 0))
    throw new Refusal('ARTICLE_CHANGED');
  await sql`
    insert into articles.draft (article_id, language, title, body, source_hash, revision, operator, changed_at)
    values (${articleId}, ${language}, ${title}, ${body}, ${source}, 1, ${operator}, ${new Date(atMs)})
    on conflict (article_id, language) do update set title = excluded.title, body = excluded.body,
      source_hash = excluded.source_hash, revision = draft.revision + 1, operator = excluded.operator,
      changed_at = excluded.changed_at`.execute(trx);
  return true;
}

/** Texts of a version by language. @throws Refusal NOT_FOUND */
export async function versionTexts(
  db: Db,
  id: number,
  version: number,
): Promise<Partial<Record<Language, DraftText>>> {
  const rows = await db
    .selectFrom('articles.text')
    .select(['language', 'title', 'body', 'source_hash'])
    .where('article_id', '=', BigInt(id))
    .where('version', '=', version)
    .execute();
  if (rows.length === 0) throw new Refusal('NOT_FOUND', { field: 'version' });
  return Object.fromEntries(
    rows.map(({ language, title, body, source_hash }) => [
      language,
      { title, body, sourceHash: source_hash },
    ]),
  );
}

/** Texts without what they were made from, as editors read them. */
export const shownTexts = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).map(([language, { title, body }]) => [language, { title, body }]));

interface NewestVersion {
  readonly article_id: bigint;
  readonly visible: boolean;
  readonly scheduled: boolean;
  /** Hashes of the newest version that was not withdrawn. */
  readonly hashes: Readonly<Record<string, string>>;
}

/** Reads of each article if a version can be seen, if one waits for its time, and the texts of the newest. */
async function readNewest(db: Db, atMs: number): Promise<ReadonlyMap<bigint, NewestVersion>> {
  const at = new Date(atMs);
  const { rows } = await sql<NewestVersion>`
    select version.article_id, bool_or(publish_at <= ${at}) as visible, bool_or(publish_at > ${at}) as scheduled,
      (select coalesce(jsonb_object_agg(language, hash), '{}'::jsonb) from articles.text
        where text.article_id = version.article_id and text.version = max(version.version)) as hashes
    from articles.version where withdrawn_at is null group by version.article_id`.execute(db);
  return new Map(rows.map((row) => [row.article_id, row]));
}

function stateOf(article: KeptArticle, newest: NewestVersion | undefined, atMs: number) {
  if (newest === undefined) return 'draft';
  if (article.hidden_at !== null && article.hidden_at.getTime() <= atMs) return 'hidden';
  return newest.visible ? 'visible' : 'scheduled';
}

function isChanged(drafts: readonly KeptDraft[], newest: NewestVersion | undefined): boolean {
  const hashes = newest?.hashes ?? {};
  return (
    drafts.length !== Object.keys(hashes).length ||
    drafts.some((draft) => hashes[draft.language] !== hashOf(draft))
  );
}

/** Lists articles with the marks of their languages. */
export async function listArticles(db: Db, atMs: number): Promise<OperatorArticles> {
  const [articles, drafts, newest, tree] = await Promise.all([
    db.selectFrom('articles.article').selectAll().orderBy('sort').orderBy('article_id').execute(),
    db.selectFrom('articles.draft').selectAll().execute(),
    readNewest(db, atMs),
    readTree(db),
  ]);
  const rows = articles.map((article): OperatorArticleRow => {
    const own = drafts.filter(({ article_id }) => article_id === article.article_id);
    const english = own.find(({ language }) => language === 'en');
    const times = own.map(({ changed_at }) => changed_at.getTime());
    return {
      id: idOf(article.article_id),
      code: article.code,
      kind: article.kind,
      topic: article.topic,
      sectionId: article.category_id === null ? null : idOf(article.category_id),
      title: english?.title ?? '',
      state: stateOf(article, newest.get(article.article_id), atMs),
      isChanged: isChanged(own, newest.get(article.article_id)),
      missing: languages.filter((language) => !own.some((draft) => draft.language === language)),
      stale: own.filter((draft) => isStale(draft, english)).map(({ language }) => language),
      changeTime: Math.max(article.created_at.getTime(), ...times),
    };
  });
  const categories = tree.map(({ category_id, parent_id, code, titles, sort }) => ({
    id: idOf(category_id),
    parentId: parent_id === null ? null : idOf(parent_id),
    code,
    titles: Object.fromEntries(Object.entries(titles)),
    sort,
  }));
  return { articles: rows, categories };
}

/** An article with its drafts and versions. @throws Refusal NOT_FOUND */
export async function readArticle(
  db: Db,
  id: number,
  atMs: number,
): Promise<Omit<OperatorArticle, 'proposed'>> {
  const article = await keptArticle(db, id);
  const [drafts, newest, versions, successor] = await Promise.all([
    readDrafts(db, id),
    readNewest(db, atMs),
    readVersions(db, id),
    article.successor_id === null ? null : keptArticle(db, Number(article.successor_id)),
  ]);
  const english = drafts.get('en');
  const own = newest.get(article.article_id);
  return {
    id,
    code: article.code,
    kind: article.kind,
    topic: article.topic,
    sectionId: article.category_id === null ? null : idOf(article.category_id),
    sort: article.sort,
    isPinned: article.is_pinned,
    state: stateOf(article, own, atMs),
    isChanged: isChanged([...drafts.values()], own),
    successor: successor?.code ?? null,
    drafts: Object.fromEntries(
      [...drafts].map(([language, draft]) => [
        language,
        {
          title: draft.title,
          body: draft.body,
          revision: draft.revision,
          operator: draft.operator,
          changeTime: draft.changed_at.getTime(),
          isStale: isStale(draft, english),
        },
      ]),
    ),
    versions,
    figures: articleFigureValues(),
  };
}

/** The versions of an article, the newest first. */
export async function readVersions(db: Db, id: number): Promise<OperatorArticle['versions']> {
  const { rows } = await sql<{
    version: number;
    publish_at: Date;
    withdrawn_at: Date | null;
    operator: string;
    reason: string;
    created_at: Date;
    languages: Language[];
  }>`
    select version, publish_at, withdrawn_at, operator, reason, created_at,
      array(select language from articles.text where text.article_id = version.article_id
        and text.version = version.version) as languages
    from articles.version where article_id = ${id} order by version desc limit 200`.execute(db);
  return rows.map((row) => ({
    version: row.version,
    publishTime: row.publish_at.getTime(),
    withdrawTime: row.withdrawn_at?.getTime() ?? null,
    operator: row.operator,
    reason: row.reason,
    createTime: row.created_at.getTime(),
    languages: languages.filter((language) => row.languages.includes(language)),
  }));
}
