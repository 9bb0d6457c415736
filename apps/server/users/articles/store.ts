import { hash } from 'node:crypto';
import { type ArticleKind, type Language, languages } from '@candor/api';
import { sql } from 'kysely';
import type { Db } from '../../base/database/index.ts';
import { articleFigureValues } from './figures.ts';
import { plainMarkdown } from './markdown.ts';
import { TOKENIZER, tokensOf } from './tokens.ts';

/** A title and a Markdown text in one language. */
export interface ArticleText {
  readonly title: string;
  readonly body: string;
}

/** A draft, with the English that it was made from. */
export interface DraftText extends ArticleText {
  readonly sourceHash: string | null;
}

/** Names a text by its content: a translation is stale once the English has another name. */
export const hashOf = ({ title, body }: ArticleText): string => hash('sha256', `${title}\n${body}`);

const FIGURE = /\{\{[^{}]*\}\}/g;

export interface NewVersion {
  readonly articleId: number;
  readonly kind: ArticleKind;
  readonly texts: Readonly<Partial<Record<Language, DraftText>>>;
  readonly publishMs: number;
  readonly atMs: number;
  readonly operator: string;
  readonly reason: string;
  readonly key: string;
}

/** Adds a version in the caller's transaction, with all that searches need. Resolves with its number. */
export async function addVersion(db: Db, version: NewVersion): Promise<number> {
  const { articleId, kind, texts, publishMs, atMs, operator, reason, key } = version;
  // the row of the article orders versions that come at once
  await sql`select from articles.article where article_id = ${articleId} for update`.execute(db);
  const figures = kind === 'help' ? null : JSON.stringify(articleFigureValues());
  const { rows } = await sql<{ version: number }>`
    insert into articles.version (article_id, version, publish_at, figures, operator, reason, key, created_at)
    select ${articleId}, coalesce(max(version), 0) + 1, ${new Date(publishMs)}, ${figures}::jsonb, ${operator},
      ${reason}, ${key}, ${new Date(atMs)}
    from articles.version where article_id = ${articleId}
    returning version`.execute(db);
  const number = rows[0]!.version;
  for (const language of languages) {
    const text = texts[language];
    if (text === undefined) continue;
    const { plain, images } = plainMarkdown(text.body);
    const tokens = tokensOf(`${text.title}\n${plain.replace(FIGURE, ' ')}`);
    await sql`
      insert into articles.text
        (article_id, version, language, title, body, plain, hash, source_hash, images, tokens, tokenizer)
      values (${articleId}, ${number}, ${language}, ${text.title}, ${text.body}, ${plain}, ${hashOf(text)},
        ${text.sourceHash}, ${images}::uuid[], array_to_tsvector(${tokens}::text[]), ${TOKENIZER})`.execute(
      db,
    );
  }
  return number;
}
