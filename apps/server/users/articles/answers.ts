import { sql } from 'kysely';
import type { Db } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { isId, type Reading, visibleTexts } from './visible.ts';

/** Readers who found an article helpful, and those who did not. */
export interface Answers {
  readonly helpful: number;
  readonly unhelpful: number;
}

export async function answersTo(db: Db, id: number): Promise<Answers> {
  const { rows } = await sql<{ helpful: bigint; unhelpful: bigint }>`
    select count(*) filter (where is_helpful) as helpful, count(*) filter (where not is_helpful) as unhelpful
    from articles.answer where article_id = ${id}`.execute(db);
  return { helpful: Number(rows[0]!.helpful), unhelpful: Number(rows[0]!.unhelpful) };
}

/** A user's own answer; null without one. */
export async function ownAnswer(db: Db, userId: number, id: number): Promise<boolean | null> {
  const row = await db
    .selectFrom('articles.answer')
    .select('is_helpful')
    .where('user_id', '=', BigInt(userId))
    .where('article_id', '=', BigInt(id))
    .executeTakeFirst();
  return row?.is_helpful ?? null;
}

/** Keeps the answer of a user; a later one takes its place. @throws Refusal NOT_FOUND */
export async function answer(
  { db, now }: Reading,
  userId: number,
  id: number,
  isHelpful: boolean,
): Promise<Answers & { readonly ownAnswer: boolean }> {
  const [row] = await visibleTexts(db, { atMs: now(), language: 'en', where: isId(id) });
  if (row === undefined) throw new Refusal('NOT_FOUND');
  const given = { is_helpful: isHelpful, answered_at: new Date(now()) };
  await db
    .insertInto('articles.answer')
    .values({ user_id: userId, article_id: id, ...given })
    .onConflict((conflict) => conflict.columns(['user_id', 'article_id']).doUpdateSet(given))
    .execute();
  return { ...(await answersTo(db, id)), ownAnswer: isHelpful };
}
