import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { APPROVED_KINDS, type Language, languages } from '@candor/api';
import { sql } from 'kysely';
import type { Db, Trx } from '../../base/database/index.ts';
import { type FirstArticle, firstCategories, firstList } from './first/index.ts';
import { addVersion, type DraftText, hashOf } from './store.ts';

const FOLDER = join(import.meta.dirname, 'first');
/** Author of the texts that come with the program. */
const PROGRAM = 'Candor';
const STEP = 10;

type Texts = Partial<Record<Language, DraftText>>;

async function readText(code: string, language: Language): Promise<DraftText | null> {
  try {
    const text = await readFile(join(FOLDER, code, `${language}.md`), 'utf8');
    const [, title, body] = /^# (.+)\n+([\s\S]*)$/.exec(text) ?? [];
    if (title === undefined || body === undefined) throw new Error(`${code}/${language}.md has no title`);
    return { title: title.trim(), body: body.trim(), sourceHash: null };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The texts of an article that are written; translations were made from the English one. */
export async function firstTexts(code: string): Promise<Texts> {
  const english = await readText(code, 'en');
  if (english === null) throw new Error(`${code} has no English text`);
  const sourceHash = hashOf(english);
  const texts: Texts = { en: english };
  for (const language of languages) {
    const text = language === 'en' ? null : await readText(code, language);
    if (text !== null) texts[language] = { title: text.title, body: text.body, sourceHash };
  }
  return texts;
}

async function addCategories(trx: Trx): Promise<ReadonlyMap<string, bigint>> {
  const ids = new Map<string, bigint>();
  for (const [at, { code, parent, titles }] of firstCategories.entries()) {
    const parentId = parent === null ? null : ids.get(parent);
    const { rows } = await sql<{ id: bigint }>`
      insert into articles.category (code, parent_id, titles, sort)
      values (${code}, ${parentId}, ${JSON.stringify(titles)}::jsonb, ${(at + 1) * STEP})
      returning category_id as id`.execute(trx);
    ids.set(code, rows[0]!.id);
  }
  return ids;
}

async function addArticle(trx: Trx, first: FirstArticle, sort: number, sectionId: bigint | null, at: Date) {
  const { rows } = await sql<{ id: bigint }>`
    insert into articles.article (code, kind, topic, category_id, sort, is_pinned, created_at)
    values (${first.code}, ${first.kind}, ${first.topic ?? null}, ${sectionId}, ${sort}, ${first.isPinned ?? false}, ${at})
    returning article_id as id`.execute(trx);
  const id = rows[0]!.id;
  const texts = await firstTexts(first.code);
  for (const language of languages) {
    const text = texts[language];
    if (text === undefined) continue;
    await sql`
      insert into articles.draft (article_id, language, title, body, source_hash, revision, operator, changed_at)
      values (${id}, ${language}, ${text.title}, ${text.body}, ${text.sourceHash}, 1, ${PROGRAM}, ${at})`.execute(
      trx,
    );
  }
  return { articleId: Number(id), texts };
}

/** Writes the articles that come with the program, and publishes those that need no second operator. */
export async function firstArticles(trx: Trx): Promise<void> {
  const ids = await addCategories(trx);
  const at = new Date();
  for (const [place, first] of firstList.entries()) {
    const sectionId = first.section === null ? null : (ids.get(first.section) ?? null);
    const { articleId, texts } = await addArticle(trx, first, (place + 1) * STEP, sectionId, at);
    if (APPROVED_KINDS.includes(first.kind)) continue;
    await publish(trx, articleId, first, texts, at.getTime());
  }
}

const publish = (db: Db, articleId: number, { kind, code }: FirstArticle, texts: Texts, atMs: number) =>
  addVersion(db, {
    articleId,
    kind,
    texts,
    publishMs: atMs,
    atMs,
    operator: PROGRAM,
    reason: '',
    key: `first:${code}`,
  });

/** Publishes the first terms and rules of a practice exchange. A real one has none before its operators publish theirs. */
export async function publishFirstTerms(db: Db, atMs: number): Promise<void> {
  const waiting = firstList.filter(({ kind }) => APPROVED_KINDS.includes(kind));
  if (waiting.length === 0) return;
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('candor first articles'))`.execute(trx);
    for (const first of waiting) {
      const { rows } = await sql<{ id: bigint }>`
        select article_id as id from articles.article where code = ${first.code} and not exists (
          select from articles.version where version.article_id = article.article_id)`.execute(trx);
      if (rows[0] === undefined) continue;
      await publish(trx, Number(rows[0].id), first, await firstTexts(first.code), atMs);
    }
  });
}
