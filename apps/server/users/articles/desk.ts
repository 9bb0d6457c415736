import { ARTICLE_IMAGE_PATH, type articleDeskCalls } from '@candor/api';
import type { Db } from '../../base/database/index.ts';
import type { Files } from '../../gateway/files/index.ts';
import type { DeskDeps, DeskHandlers, FourEyesActs } from '../../operators/operator/index.ts';
import { type ArticlesDesk, perform, readProposed } from './desk-acts.ts';
import { placingHandlers } from './desk-placing.ts';
import { publishingHandlers } from './desk-publishing.ts';
import { writingHandlers } from './desk-writing.ts';
import { keptArticle, listArticles, readVersions, shownTexts, versionTexts } from './drafts.ts';
import { type Publication, publish, words } from './publication.ts';

/** The services of articles that their desk needs. */
export interface ArticlesDeskNeeds {
  readonly files: Pick<Files, 'dropUnkept' | 'takeOwn' | 'vault'>;
}

async function isImage(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('articles.image')
    .select('image_id')
    .where('image_id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Articles as their editors write, translate, schedule and publish them. A published version is never changed. */
export function articlesDesk(deps: DeskDeps & ArticlesDeskNeeds): DeskHandlers<typeof articleDeskCalls> {
  const { operators, proposals, files, now } = deps;
  const { db, log } = operators;
  const desk: ArticlesDesk = { db, log, proposals, now };

  return {
    ...writingHandlers(desk),
    ...publishingHandlers(desk),
    ...placingHandlers(desk),
    getOperatorArticles: () => listArticles(db, now()),
    getOperatorArticle: ({ params: { id } }) => readProposed(desk, id),
    getArticleVersion: async ({ params: { id, version } }) => shownTexts(await versionTexts(db, id, version)),
    async uploadArticleImage({ session, file }) {
      const { id, wrappedKey, bytes, width, height } = await files.takeOwn(file);
      try {
        await perform(desk, session, 'uploadArticleImage', async (trx) => {
          await trx
            .insertInto('articles.image')
            .values({
              image_id: id,
              wrapped_key: wrappedKey,
              bytes,
              width,
              height,
              operator: session.name,
              created_at: new Date(now()),
            })
            .execute();
          return { image: id };
        });
      } catch (error) {
        await files.dropUnkept({ id }, (each) => isImage(db, each));
        throw error;
      }
      return { link: `${ARTICLE_IMAGE_PATH}/${id}`, width, height };
    },
  };
}

/** The act: a version more. An approver reads its texts at the desk. */
export function articlesFourEyes({
  operators,
  now,
}: Pick<DeskDeps, 'operators' | 'now'>): FourEyesActs<'proposeArticle'> {
  const { db } = operators;
  return {
    proposeArticle: {
      async before(payload) {
        const { articleId } = JSON.parse(payload) as Publication;
        const article = await keptArticle(db, articleId);
        const newest = (await readVersions(db, articleId)).find(({ withdrawTime }) => withdrawTime === null);
        if (newest === undefined) return null;
        const texts = await versionTexts(db, articleId, newest.version);
        return words(article, newest.version, texts, newest.publishTime);
      },
      effect(payload) {
        const publication = JSON.parse(payload) as Publication;
        return {
          async within(trx, key) {
            const article = await keptArticle(trx, publication.articleId);
            await publish(trx, article, publication, key, now());
          },
        };
      },
    },
  };
}
