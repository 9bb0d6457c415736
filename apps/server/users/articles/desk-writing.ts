import { type articleDeskCalls, languages } from '@candor/api';
import { unknownFigures } from '@candor/products';
import { sql } from 'kysely';
import type { Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { DeskHandlers } from '../../operators/operator/index.ts';
import { type ArticlesDesk, performOn } from './desk-acts.ts';
import { readDrafts, versionTexts, writeDraft } from './drafts.ts';
import { plainMarkdown } from './markdown.ts';
import { hashOf } from './store.ts';

type WritingCalls = Pick<typeof articleDeskCalls, 'draftArticle' | 'keepTranslation' | 'restoreArticle'>;

/** Only own images that are there. @throws Refusal ARTICLE_IMAGE_UNKNOWN, ARTICLE_FIGURE_UNKNOWN */
async function refuseBody(trx: Trx, body: string): Promise<void> {
  const [figure] = unknownFigures(body);
  if (figure !== undefined)
    throw new Refusal('ARTICLE_FIGURE_UNKNOWN', { field: 'body', details: { figure: figure.slice(0, 40) } });
  const { images } = plainMarkdown(body);
  if (images.length === 0) return;
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from articles.image where image_id = any(${images}::uuid[])`.execute(trx);
  if (Number(rows[0]?.count) !== images.length) throw new Refusal('ARTICLE_IMAGE_UNKNOWN', { field: 'body' });
}

/** Handlers of the drafts of an article. */
export function writingHandlers(desk: ArticlesDesk): DeskHandlers<WritingCalls> {
  const { now } = desk;
  return {
    draftArticle: ({ session, params: { id, language }, body: { title, body, revision } }) =>
      performOn(desk, { session, id, action: 'draftArticle' }, async (trx, article) => {
        await refuseBody(trx, `${title}\n${body}`);
        const draft = { articleId: id, language, title, body, revision, operator: session.name, atMs: now() };
        if (!(await writeDraft(trx, draft))) return null;
        return { article: article.code, language, digest: hashOf({ title, body }).slice(0, 16) };
      }),
    keepTranslation: ({ session, params: { id, language } }) =>
      performOn(desk, { session, id, action: 'keepTranslation' }, async (trx, article) => {
        const before = (await readDrafts(trx, id)).get(language);
        if (before === undefined) throw new Refusal('NOT_FOUND', { field: 'language' });
        const { title, body } = before;
        const draft = {
          articleId: id,
          language,
          title,
          body,
          revision: null,
          operator: session.name,
          atMs: now(),
        };
        if (!(await writeDraft(trx, draft))) return null;
        return { article: article.code, language };
      }),
    restoreArticle: ({ session, params: { id }, body: { version, reason } }) =>
      performOn(desk, { session, id, action: 'restoreArticle' }, async (trx, article) => {
        const texts = await versionTexts(trx, id, version);
        const operator = session.name;
        let changed = false;
        for (const language of languages) {
          const text = texts[language];
          if (text === undefined) continue;
          const { title, body, sourceHash } = text;
          const draft = {
            articleId: id,
            language,
            title,
            body,
            sourceHash,
            revision: null,
            operator,
            atMs: now(),
          };
          changed = (await writeDraft(trx, draft)) || changed;
        }
        return changed ? { article: article.code, version: String(version), reason } : null;
      }),
  };
}
