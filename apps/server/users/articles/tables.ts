import type { ArticleRow, Language } from '@candor/api';
import { sql } from 'kysely';
import type { Db } from '../../base/database/index.ts';
import { readTree } from './categories.ts';
import { isId, type Reading, type VisibleText, visibleTexts } from './visible.ts';

export interface TableRequest {
  readonly id?: number;
  readonly code?: string | undefined;
  readonly language?: Language | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** A page of a table that menus look up. */
export interface TablePart {
  readonly records: ArticleRow[];
  readonly total: number;
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

/** Rows of articles by id, code and language. */
export async function articleRows(
  { db, now }: Reading,
  { id, code, language, order = 'desc', offset, limit }: TableRequest,
): Promise<TablePart> {
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
}

/** The same of categories and sections. */
export async function categoryRows(
  db: Db,
  { id, code, language = 'en', order = 'desc', offset, limit }: TableRequest,
): Promise<TablePart> {
  const tree = (await readTree(db)).filter(
    (branch) =>
      (id === undefined || Number(branch.category_id) === id) && (code === undefined || branch.code === code),
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
}
