import type { ArticleKind, ArticleLine, ArticlePage, Language } from '@candor/api';
import { sql } from 'kysely';
import { Refusal } from '../../base/errors/refusal.ts';
import { answersTo, ownAnswer } from './answers.ts';
import { categoryOf, readTree } from './categories.ts';
import { lineOf } from './lines.ts';
import { isId, type Reading, successorOf, type VisibleText, visibleTexts } from './visible.ts';
import { figuresOf } from './written.ts';

/** Articles that a page names beside its own. */
const MOST_RELATED = 5;

/** The reader of a page, and the kind of article that the address names; null where it names none. */
interface PageReader {
  readonly kind: ArticleKind | null;
  readonly language: Language;
  readonly userId: number | null;
}

/** One that can be seen; a hidden one leads to what follows it. */
async function find({ db, now }: Reading, id: number, language: Language): Promise<VisibleText> {
  const read = async (wanted: number) =>
    (await visibleTexts(db, { atMs: now(), language, where: isId(wanted) }))[0];
  const row = await read(id);
  if (row !== undefined) return row;
  const next = await successorOf(db, id);
  const following = next === null ? undefined : await read(next);
  if (following === undefined) throw new Refusal('NOT_FOUND');
  return following;
}

async function related({ db, now }: Reading, row: VisibleText, language: Language): Promise<ArticleLine[]> {
  const others = sql`article.article_id <> ${row.article_id} and article.kind = ${row.kind}`;
  const near =
    row.category_id === null
      ? sql`article.topic is not distinct from ${row.topic}`
      : sql`article.category_id = ${row.category_id}`;
  const where = sql`${others} and ${near}`;
  const order = row.kind === 'announcement' ? 'newest' : 'kept';
  return (await visibleTexts(db, { atMs: now(), language, where, order, limit: MOST_RELATED })).map(lineOf);
}

/** The page of an article as a user reads it. @throws Refusal NOT_FOUND, for one of another kind as well */
export async function readPage(
  reading: Reading,
  id: number,
  { kind, language, userId }: PageReader,
): Promise<ArticlePage> {
  const { db } = reading;
  const row = await find(reading, id, language);
  const line = lineOf(row);
  if (kind !== null && line.id === id && row.kind !== kind) throw new Refusal('NOT_FOUND');
  const [breadcrumb, others, answers, own] = await Promise.all([
    readTree(db).then((tree) => categoryOf(tree, row.category_id, language)),
    related(reading, row, language),
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
}
