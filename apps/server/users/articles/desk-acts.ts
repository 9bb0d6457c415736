import type { OperatorActName, OperatorArticle } from '@candor/api';
import { sql } from 'kysely';
import { idOf, type Trx } from '../../base/database/index.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import type { DeskDeps, NewEntry, Operator, OperatorRoom } from '../../operators/operator/index.ts';
import { type KeptArticle, keptArticle, readArticle, shownTexts } from './drafts.ts';
import type { Publication } from './publication.ts';

/** Shared by the handlers of the desk of articles. */
export interface ArticlesDesk extends Pick<OperatorRoom, 'db' | 'log'>, Pick<DeskDeps, 'now' | 'proposals'> {}

/** Writes within a transaction. Resolves with the details of the act; null where everything stands so already. */
type Write<Name extends OperatorActName, Given extends readonly unknown[]> = (
  trx: Trx,
  ...given: Given
) => Promise<NewEntry<Name>['details'] | null>;

/** An article as its editors see it, with the publications that wait for a second operator. */
export async function readProposed({ db, now }: ArticlesDesk, id: number): Promise<OperatorArticle> {
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

/** Writes and logs in one transaction; a write that finds everything as it is says null and is no act. */
export async function perform<Name extends OperatorActName>(
  { db, log, now }: ArticlesDesk,
  session: Operator,
  action: Name,
  write: Write<Name, []>,
): Promise<void> {
  refuseLate(now());
  await db.transaction().execute(async (trx) => {
    const details = await write(trx);
    if (details === null) return;
    await log.append(trx, { timeMs: now(), operator: session.name, action, details });
  });
}

/** Does so with an article, which is locked meanwhile. Resolves with it as it stands then. */
export async function performOn<Name extends OperatorActName>(
  desk: ArticlesDesk,
  { session, id, action }: { readonly session: Operator; readonly id: number; readonly action: Name },
  write: Write<Name, [KeptArticle]>,
): Promise<OperatorArticle> {
  await perform(desk, session, action, async (trx) => {
    await sql`select from articles.article where article_id = ${id} for update`.execute(trx);
    return write(trx, await keptArticle(trx, id));
  });
  return readProposed(desk, id);
}
