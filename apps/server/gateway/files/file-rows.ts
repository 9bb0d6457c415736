import { type Insertable, sql } from 'kysely';
import type { Database, Db, SchemaName, Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';

/** Unused uploads that one upload deletes at most. */
const SWEPT_AT_ONCE = 20;

/** Writes the row of an image. */
export async function insertFile(db: Db, file: Insertable<Database['files.file']>): Promise<void> {
  await db.insertInto('files.file').values(file).execute();
}

/** Deletes rows of uploads that nothing has kept since `before`. Returns their ids. */
export async function deleteUnused(db: Db, before: Date): Promise<readonly string[]> {
  const { rows } = await sql<{ file_id: string }>`
    delete from files.file where file_id in (
      select file_id from files.file where kept_at is null and created_at < ${before}
      limit ${SWEPT_AT_ONCE} for update skip locked)
    returning file_id`.execute(db);
  return rows.map(({ file_id }) => file_id);
}

/** Counts the uploads of a user since a time. */
export async function uploadsSince(db: Db, userId: number, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('files.file')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('user_id', '=', BigInt(userId))
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The key that an image is encrypted with, itself wrapped, and the picture's fingerprint; undefined where there is none. */
export const findFile = (db: Db, id: string) =>
  db
    .selectFrom('files.file')
    .select(['wrapped_key', 'fingerprint'])
    .where('file_id', '=', id)
    .executeTakeFirst();

/** Keeps files of a user for a room, within the caller's transaction. @throws Refusal FILE_UNKNOWN */
export async function keepFiles(
  trx: Trx,
  holder: SchemaName,
  { userId, ids }: { readonly userId: number; readonly ids: readonly string[] },
  time: Date,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('files.file')
    .set({ kept_at: time, holder })
    .where('user_id', '=', BigInt(userId))
    .where('file_id', 'in', [...ids])
    .where((of) => of.or([of('holder', 'is', null), of('holder', '=', holder)]))
    .executeTakeFirstOrThrow();
  if (Number(numUpdatedRows) !== new Set(ids).size) throw new Refusal('FILE_UNKNOWN');
}

/** Keeps one that nothing keeps yet, within the caller's transaction. @throws Refusal FILE_UNKNOWN */
export async function keepNewFile(
  trx: Trx,
  holder: SchemaName,
  { userId, id }: { readonly userId: number; readonly id: string },
  time: Date,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('files.file')
    .set({ kept_at: time, holder })
    .where('user_id', '=', BigInt(userId))
    .where('file_id', '=', id)
    .where('kept_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(numUpdatedRows) !== 1) throw new Refusal('FILE_UNKNOWN');
}

/** Width and height of an image of a user. @throws Refusal FILE_UNKNOWN */
export async function sizeOf(trx: Trx, userId: number, id: string) {
  const row = await trx
    .selectFrom('files.file')
    .select(['width', 'height'])
    .where('user_id', '=', BigInt(userId))
    .where('file_id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('FILE_UNKNOWN');
  return row;
}

/** Lets go of a file of a room; one of another room stays. */
export async function releaseFile(trx: Trx, holder: SchemaName, id: string): Promise<void> {
  await trx
    .updateTable('files.file')
    .set({ kept_at: null, holder: null })
    .where('file_id', '=', id)
    .where('holder', '=', holder)
    .execute();
}
