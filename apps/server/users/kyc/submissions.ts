import { type Selectable, sql } from 'kysely';
import type { Database, Db, Trx } from '../../base/database/index.ts';

export type Submission = Selectable<Database['kyc.submission']>;
export type Level = Submission['level'];

/** The last submission of a level; null where there is none. */
export async function latestOf(db: Db, userId: number, level: Level): Promise<Submission | null> {
  const row = await db
    .selectFrom('kyc.submission')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .where('level', '=', level)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** One version of a level; null where there is none. */
export async function submissionOf(
  db: Db,
  userId: number,
  level: Level,
  version: number,
): Promise<Submission | null> {
  const row = await db
    .selectFrom('kyc.submission')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .where('level', '=', level)
    .where('version', '=', version)
    .executeTakeFirst();
  return row ?? null;
}

/** Submissions of a user one after the other, within the caller's transaction. */
export async function lockUser(trx: Trx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('candor kyc'), ${userId})`.execute(trx);
}

/** The earlier submissions of level 1, newest first, without the given version. */
export async function earlierPersons(db: Db, userId: number, except: number): Promise<Submission[]> {
  return db
    .selectFrom('kyc.submission')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .where('level', '=', 'primary')
    .where('version', '<', except)
    .orderBy('version', 'desc')
    .execute();
}

/** Counts the submissions of a level that a user made after `since`. */
export async function countSince(db: Db, userId: number, level: Level, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('kyc.submission')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('user_id', '=', BigInt(userId))
    .where('level', '=', level)
    .where('submitted_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Counts the other accounts that gave the same document and were not rejected. */
export async function othersWithDocument(db: Db, userId: number, idHash: Buffer): Promise<number> {
  const { count } = await db
    .selectFrom('kyc.submission')
    .select(({ fn }) => fn.count<bigint>('user_id').distinct().as('count'))
    .where('id_hash', '=', idHash)
    .where('user_id', '!=', BigInt(userId))
    .where('state', 'in', ['pending', 'approved'])
    .executeTakeFirstOrThrow();
  return Number(count);
}
