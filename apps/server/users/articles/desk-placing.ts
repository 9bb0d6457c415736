import type { articleDeskCalls } from '@candor/api';
import { sql } from 'kysely';
import { idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { DeskHandlers } from '../../operators/operator/index.ts';
import { readTree } from './categories.ts';
import { type ArticlesDesk, perform, performOn, readProposed } from './desk-acts.ts';
import { type KeptArticle, listArticles } from './drafts.ts';

type PlacingCalls = Pick<typeof articleDeskCalls, 'createArticle' | 'placeArticle' | 'saveArticleCategory'>;

/** An article stands in a section; an announcement has a topic, and nothing else has. @throws Refusal INVALID_INPUT */
async function refusePlace(
  trx: Trx,
  kind: KeptArticle['kind'],
  { topic, sectionId }: { readonly topic: string | null; readonly sectionId: number | null },
): Promise<void> {
  if ((kind === 'announcement') !== (topic !== null)) throw new Refusal('INVALID_INPUT', { field: 'topic' });
  if (sectionId === null) return;
  const section = (await readTree(trx)).find(({ category_id }) => idOf(category_id) === sectionId);
  if (section === undefined || section.parent_id === null)
    throw new Refusal('INVALID_INPUT', { field: 'sectionId' });
}

const isTaken = (error: unknown): boolean => (error as { code?: string }).code === '23505';

/** Turns a code that another row has into a refusal. */
async function withFreeCode<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (isTaken(error)) throw new Refusal('ARTICLE_CODE_TAKEN', { field: 'code' });
    throw error;
  }
}

async function categoryRow(trx: Trx, id: number) {
  const row = (await readTree(trx)).find(({ category_id }) => idOf(category_id) === id);
  if (row === undefined) throw new Refusal('NOT_FOUND', { field: 'id' });
  return row;
}

/** Handlers of the places of articles: sections, topics and their order. */
export function placingHandlers(desk: ArticlesDesk): DeskHandlers<PlacingCalls> {
  const { db, now } = desk;
  return {
    async createArticle({ session, body: { code, kind, topic, sectionId, sort, isPinned, reason } }) {
      let id = 0;
      await withFreeCode(() =>
        perform(desk, session, 'createArticle', async (trx) => {
          await refusePlace(trx, kind, { topic, sectionId });
          const { rows } = await sql<{ id: bigint }>`
            insert into articles.article (code, kind, topic, category_id, sort, is_pinned, created_at)
            values (${code}, ${kind}, ${topic}, ${sectionId}, ${sort}, ${isPinned}, ${new Date(now())})
            returning article_id as id`.execute(trx);
          id = idOf(rows[0]!.id);
          return { article: code, kind, reason };
        }),
      );
      return readProposed(desk, id);
    },
    placeArticle: ({ session, params: { id }, body: { topic, sectionId, sort, isPinned, reason } }) =>
      performOn(desk, { session, id, action: 'placeArticle' }, async (trx, article) => {
        await refusePlace(trx, article.kind, { topic, sectionId });
        await sql`
          update articles.article set topic = ${topic}, category_id = ${sectionId}, sort = ${sort},
            is_pinned = ${isPinned} where article_id = ${id}`.execute(trx);
        return { article: article.code, reason };
      }),
    async saveArticleCategory({ session, body: { id, parentId, code, titles, sort, reason } }) {
      if (titles.en === undefined) throw new Refusal('INVALID_INPUT', { field: 'titles' });
      await withFreeCode(() =>
        perform(desk, session, 'saveArticleCategory', async (trx) => {
          const parent = parentId === null ? null : await categoryRow(trx, parentId);
          // a section stands in a category, which stands in nothing
          if (parent !== null && (parent.parent_id !== null || parentId === id))
            throw new Refusal('INVALID_INPUT', { field: 'parentId' });
          const json = JSON.stringify(titles);
          if (id === null) {
            await sql`
              insert into articles.category (code, parent_id, titles, sort)
              values (${code}, ${parentId}, ${json}::jsonb, ${sort})`.execute(trx);
          } else {
            const before = await categoryRow(trx, id);
            // what stands in it goes by what it is
            if ((before.parent_id === null) !== (parentId === null))
              throw new Refusal('INVALID_INPUT', { field: 'parentId' });
            await sql`
              update articles.category set code = ${code}, parent_id = ${parentId}, titles = ${json}::jsonb,
                sort = ${sort} where category_id = ${id}`.execute(trx);
          }
          return { code, reason };
        }),
      );
      return listArticles(db, now());
    },
  };
}
