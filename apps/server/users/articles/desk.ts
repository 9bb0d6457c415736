import {
  APPROVED_KINDS,
  ARTICLE_IMAGE_PATH,
  type articleDeskCalls,
  type Language,
  languages,
  type OperatorActName,
  type OperatorArticle,
} from '@candor/api';
import { unknownFigures } from '@candor/products';
import { sql } from 'kysely';
import { idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import type { Files } from '../../gateway/files/index.ts';
import {
  type ActDetails,
  actKey,
  type DeskDeps,
  type DeskHandlers,
  type FourEyesActs,
  type NewEntry,
  type Operator,
} from '../../operators/operator/index.ts';
import { readTree } from './categories.ts';
import {
  completeTexts,
  digestOf,
  type KeptArticle,
  keptArticle,
  listArticles,
  readArticle,
  readDrafts,
  readVersions,
  shownTexts,
  versionTexts,
  writeDraft,
} from './drafts.ts';
import { plainMarkdown } from './markdown.ts';
import { addVersion, type DraftText, hashOf } from './store.ts';

/** The services of articles that their desk needs. */
export interface ArticlesDeskNeeds {
  readonly files: Pick<Files, 'dropUnkept' | 'takeOwn' | 'vault'>;
}

/** Texts and time that a proposal publishes. */
interface Publication {
  readonly articleId: number;
  readonly texts: Partial<Record<Language, DraftText>>;
  readonly publishTime: number | null;
  readonly operator: string;
  readonly reason: string;
}

/** Longest time before a scheduled version. */
const MOST_AHEAD_MS = 366 * 86_400_000;
const NOW = '-';

const timeText = (publishTime: number | null) =>
  publishTime === null ? NOW : new Date(publishTime).toISOString();

const words = (
  article: Pick<KeptArticle, 'code'>,
  version: number,
  texts: Publication['texts'],
  publishTime: number | null,
) =>
  ({
    article: article.code,
    version: String(version),
    time: timeText(publishTime),
    digest: digestOf(texts),
    languages: languages.filter((language) => texts[language] !== undefined).join(', '),
  }) satisfies ActDetails;

/** A time to come, at most a year ahead. @throws Refusal INVALID_INPUT */
function refuseTime(publishTime: number | null, atMs: number): void {
  if (publishTime !== null && (publishTime < atMs || publishTime > atMs + MOST_AHEAD_MS))
    throw new Refusal('INVALID_INPUT', { field: 'publishTime' });
}

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

/** Articles as their editors write, translate, schedule and publish them. A published version is never changed. */
export function articlesDesk(deps: DeskDeps & ArticlesDeskNeeds): DeskHandlers<typeof articleDeskCalls> {
  const { operators, proposals, files, now } = deps;
  const { db, log } = operators;

  async function read(id: number): Promise<OperatorArticle> {
    const waiting = await db
      .selectFrom('operator.proposal')
      .select(['proposal_id', 'payload', 'created_at'])
      .where('act', '=', 'proposeArticle')
      .where('state', '=', 'open')
      .where('expires_at', '>', new Date(now()))
      .orderBy('proposal_id')
      .execute();
    const proposed = waiting.flatMap(({ proposal_id, payload, created_at }) => {
      const { articleId, publishTime, texts } = JSON.parse(payload) as Publication;
      if (articleId !== id) return [];
      const createTime = created_at.getTime();
      return [{ proposalId: idOf(proposal_id), createTime, publishTime, texts: shownTexts(texts) }];
    });
    return { ...(await readArticle(db, id, now())), proposed };
  }

  async function isImage(id: string): Promise<boolean> {
    const row = await db
      .selectFrom('articles.image')
      .select('image_id')
      .where('image_id', '=', id)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Writes and logs in one transaction; a write that finds everything as it is says null and is no act. */
  async function perform<Name extends OperatorActName>(
    session: Operator,
    action: Name,
    write: (trx: Trx) => Promise<NewEntry<Name>['details'] | null>,
  ): Promise<void> {
    refuseLate(now());
    await db.transaction().execute(async (trx) => {
      const details = await write(trx);
      if (details === null) return;
      await log.append(trx, { timeMs: now(), operator: session.name, action, details });
    });
  }

  const performed = async <Name extends OperatorActName>(
    session: Operator,
    id: number,
    action: Name,
    write: (trx: Trx, article: KeptArticle) => Promise<NewEntry<Name>['details'] | null>,
  ): Promise<OperatorArticle> => {
    await perform(session, action, async (trx) => {
      await sql`select from articles.article where article_id = ${id} for update`.execute(trx);
      return write(trx, await keptArticle(trx, id));
    });
    return read(id);
  };

  const writing = {
    draftArticle: ({ session, params: { id, language }, body: { title, body, revision } }) =>
      performed(session, id, 'draftArticle', async (trx, article) => {
        await refuseBody(trx, `${title}\n${body}`);
        const draft = { articleId: id, language, title, body, revision, operator: session.name, atMs: now() };
        if (!(await writeDraft(trx, draft))) return null;
        return { article: article.code, language, digest: hashOf({ title, body }).slice(0, 16) };
      }),
    keepTranslation: ({ session, params: { id, language } }) =>
      performed(session, id, 'keepTranslation', async (trx, article) => {
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
      performed(session, id, 'restoreArticle', async (trx, article) => {
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
  } satisfies Pick<
    DeskHandlers<typeof articleDeskCalls>,
    'draftArticle' | 'keepTranslation' | 'restoreArticle'
  >;

  const publishing = {
    publishArticle: ({ session, params: { id }, body: { publishTime, reason }, idempotencyKey }) =>
      performed(session, id, 'publishArticle', async (trx, article) => {
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
      performed(session, id, 'withdrawArticle', async (trx, article) => {
        const at = new Date(now());
        const { numAffectedRows } = await sql`
          update articles.version set withdrawn_at = ${at} where article_id = ${id} and version = ${version}
            and publish_at > ${at} and withdrawn_at is null`.execute(trx);
        if (numAffectedRows !== 1n) throw new Refusal('NOT_FOUND', { field: 'version' });
        return { article: article.code, version: String(version), reason };
      }),
    hideArticle: ({ session, params: { id }, body: { isHidden, successor, reason } }) =>
      performed(session, id, 'hideArticle', async (trx, article) => {
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
  } satisfies Pick<
    DeskHandlers<typeof articleDeskCalls>,
    'publishArticle' | 'proposeArticle' | 'withdrawArticle' | 'hideArticle'
  >;

  return {
    ...writing,
    ...publishing,
    getOperatorArticles: () => listArticles(db, now()),
    getOperatorArticle: ({ params: { id } }) => read(id),
    getArticleVersion: async ({ params: { id, version } }) => shownTexts(await versionTexts(db, id, version)),
    async createArticle({ session, body: { code, kind, topic, sectionId, sort, isPinned, reason } }) {
      let id = 0;
      await withFreeCode(() =>
        perform(session, 'createArticle', async (trx) => {
          await refusePlace(trx, kind, { topic, sectionId });
          const { rows } = await sql<{ id: bigint }>`
            insert into articles.article (code, kind, topic, category_id, sort, is_pinned, created_at)
            values (${code}, ${kind}, ${topic}, ${sectionId}, ${sort}, ${isPinned}, ${new Date(now())})
            returning article_id as id`.execute(trx);
          id = idOf(rows[0]!.id);
          return { article: code, kind, reason };
        }),
      );
      return read(id);
    },
    placeArticle: ({ session, params: { id }, body: { topic, sectionId, sort, isPinned, reason } }) =>
      performed(session, id, 'placeArticle', async (trx, article) => {
        await refusePlace(trx, article.kind, { topic, sectionId });
        await sql`
          update articles.article set topic = ${topic}, category_id = ${sectionId}, sort = ${sort},
            is_pinned = ${isPinned} where article_id = ${id}`.execute(trx);
        return { article: article.code, reason };
      }),
    async saveArticleCategory({ session, body: { id, parentId, code, titles, sort, reason } }) {
      if (titles.en === undefined) throw new Refusal('INVALID_INPUT', { field: 'titles' });
      await withFreeCode(() =>
        perform(session, 'saveArticleCategory', async (trx) => {
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
    async uploadArticleImage({ session, file }) {
      const { id, wrappedKey, bytes, width, height } = await files.takeOwn(file);
      try {
        await perform(session, 'uploadArticleImage', async (trx) => {
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
        await files.dropUnkept({ id }, isImage);
        throw error;
      }
      return { link: `${ARTICLE_IMAGE_PATH}/${id}`, width, height };
    },
  };
}

async function categoryRow(trx: Trx, id: number) {
  const row = (await readTree(trx)).find(({ category_id }) => idOf(category_id) === id);
  if (row === undefined) throw new Refusal('NOT_FOUND', { field: 'id' });
  return row;
}

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

const publish = (
  trx: Trx,
  article: KeptArticle,
  { articleId, texts, publishTime, operator, reason }: Publication,
  key: string,
  atMs: number,
) =>
  addVersion(trx, {
    articleId,
    kind: article.kind,
    texts,
    // a time that passed while the approval was waited for is now
    publishMs: Math.max(publishTime ?? atMs, atMs),
    atMs,
    operator,
    reason,
    key,
  });

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
