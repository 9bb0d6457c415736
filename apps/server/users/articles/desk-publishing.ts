import { APPROVED_KINDS, type articleDeskCalls } from '@candor/api';
import { sql } from 'kysely';
import { idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { actKey, type DeskHandlers } from '../../operators/operator/index.ts';
import { type ArticlesDesk, performOn } from './desk-acts.ts';
import { completeTexts, keptArticle, readDrafts, readVersions } from './drafts.ts';
import { type Publication, publish, refuseTime, words } from './publication.ts';

type PublishingCalls = Pick<
  typeof articleDeskCalls,
  'publishArticle' | 'proposeArticle' | 'withdrawArticle' | 'hideArticle'
>;

async function articleOf(trx: Trx, code: string): Promise<number> {
  const row = await trx
    .selectFrom('articles.article')
    .select('article_id')
    .where('code', '=', code)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('NOT_FOUND', { field: 'successor' });
  return idOf(row.article_id);
}

async function isDone(trx: Trx, key: string): Promise<boolean> {
  const row = await trx
    .selectFrom('articles.version')
    .select('version')
    .where('key', '=', key)
    .executeTakeFirst();
  return row !== undefined;
}

/** Handlers of what readers can see: versions, and articles that are hidden. */
export function publishingHandlers(desk: ArticlesDesk): DeskHandlers<PublishingCalls> {
  const { db, now, proposals } = desk;
  return {
    publishArticle: ({ session, params: { id }, body: { publishTime, reason }, idempotencyKey }) =>
      performOn(desk, { session, id, action: 'publishArticle' }, async (trx, article) => {
        if (APPROVED_KINDS.includes(article.kind)) throw new Refusal('ARTICLE_NEEDS_APPROVAL');
        const key = actKey('publishArticle', session, idempotencyKey);
        if (await isDone(trx, key)) return null;
        refuseTime(publishTime, now());
        const texts = completeTexts(await readDrafts(trx, id));
        const publication = { articleId: id, texts, publishTime, operator: session.name, reason };
        const version = await publish(trx, article, publication, key, now());
        return { ...words(article, version, texts, publishTime), reason };
      }),
    async proposeArticle({ session, params: { id }, body: { publishTime, reason }, idempotencyKey }) {
      const article = await keptArticle(db, id);
      refuseTime(publishTime, now());
      const texts = completeTexts(await readDrafts(db, id));
      const [newest] = await readVersions(db, id);
      const publication: Publication = { articleId: id, texts, publishTime, operator: session.name, reason };
      const after = words(article, (newest?.version ?? 0) + 1, texts, publishTime);
      const key = actKey('proposeArticle', session, idempotencyKey);
      const payload = JSON.stringify(publication);
      return {
        proposalId: await proposals.propose(session, { act: 'proposeArticle', after, payload, reason }, key),
      };
    },
    withdrawArticle: ({ session, params: { id, version }, body: { reason } }) =>
      performOn(desk, { session, id, action: 'withdrawArticle' }, async (trx, article) => {
        const at = new Date(now());
        const { numAffectedRows } = await sql`
          update articles.version set withdrawn_at = ${at} where article_id = ${id} and version = ${version}
            and publish_at > ${at} and withdrawn_at is null`.execute(trx);
        if (numAffectedRows !== 1n) throw new Refusal('NOT_FOUND', { field: 'version' });
        return { article: article.code, version: String(version), reason };
      }),
    hideArticle: ({ session, params: { id }, body: { isHidden, successor, reason } }) =>
      performOn(desk, { session, id, action: 'hideArticle' }, async (trx, article) => {
        // terms and rules are replaced, never hidden
        if (APPROVED_KINDS.includes(article.kind)) throw new Refusal('ARTICLE_NEEDS_APPROVAL');
        const next = successor === null ? null : await articleOf(trx, successor);
        if (next === id) throw new Refusal('INVALID_INPUT', { field: 'successor' });
        const hiddenAt = isHidden ? (article.hidden_at ?? new Date(now())) : null;
        await sql`
          update articles.article set hidden_at = ${hiddenAt}, successor_id = ${isHidden ? next : null}
          where article_id = ${id}`.execute(trx);
        return { article: article.code, state: isHidden ? 'hidden' : 'visible', reason };
      }),
  };
}
