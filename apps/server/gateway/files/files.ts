import { randomUUID } from 'node:crypto';
import type { UploadedFile } from '@candor/api';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { type Db, kyselyOf, migrate, type SchemaName, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Images } from './images.ts';
import { migrations } from './schema.ts';
import { createVault, type FileStore, type LinkAudience, type Vault } from './vault.ts';

/** The path of a file's link, before its id. */
export const FILE_PATH = '/api/common/file';

/** A link shows its file for so long. */
const LINK_MS = 10 * 60_000;
const DAY_MS = 86_400_000;
/** Uploads of a user in a day; a review needs five. */
const UPLOADS_A_DAY = 60;
/** Unused uploads that one upload deletes at most. */
const SWEPT_AT_ONCE = 20;

/** A link to a file. */
export interface SignedLink {
  readonly link: string;
  readonly expireTime: number;
}

/** An image of the house as it is kept. */
export interface OwnImage {
  readonly id: string;
  readonly wrappedKey: Buffer;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
}

/** The house in the queue of images, where each user has a turn. */
const HOUSE_TURN = 0;

/** Keeps images of users: re-encoded, encrypted, and shown by links that expire. */
export interface Files {
  /**
   * Takes an image of a user; `square` cuts its middle to a square of so many pixels.
   * @throws Refusal FILE_NOT_IMAGE, IMAGE_TOO_LARGE, IMAGE_UNREADABLE, UPLOADS_LIMITED or RATE_LIMITED
   */
  take(userId: number, bytes: Uint8Array, square?: number): Promise<UploadedFile>;
  /**
   * Re-encodes an image of the house, and keeps it encrypted. Its row is the caller's.
   * @throws Refusal FILE_NOT_IMAGE, IMAGE_TOO_LARGE, IMAGE_UNREADABLE or RATE_LIMITED
   */
  takeOwn(bytes: Uint8Array): Promise<OwnImage>;
  /** Keeps an image of the house as a file of nobody, which links show, within the transaction that refers to it. */
  keepOwn(trx: Trx, holder: SchemaName, image: OwnImage): Promise<void>;
  /** Deletes an image of the house from the disk where no transaction has kept it: by `keepOwn`, or as `isKept` says. */
  dropUnkept(image: Pick<OwnImage, 'id'>, isKept?: (id: string) => Promise<boolean>): Promise<void>;
  /**
   * Keeps files beyond a day for a room, within the transaction that refers to them. What one room keeps no other room can
   * refer to: none lets go of what another relies on. @throws Refusal FILE_UNKNOWN
   */
  keep(trx: Trx, holder: SchemaName, userId: number, ids: readonly string[]): Promise<void>;
  /** Keeps one that nothing keeps yet, neither this room nor another. @throws Refusal FILE_UNKNOWN */
  keepNew(trx: Trx, holder: SchemaName, userId: number, id: string): Promise<void>;
  /** Width and height of an image of a user. @throws Refusal FILE_UNKNOWN */
  size(trx: Trx, userId: number, id: string): Promise<{ readonly width: number; readonly height: number }>;
  /**
   * Lets go of a file of a room that nothing of it refers to any more: it is deleted within a day of its user's next upload.
   * A file of another room stays.
   */
  release(trx: Trx, holder: SchemaName, id: string): Promise<void>;
  /** The image of an id, for rooms that check who may see it; null where there is none. */
  read(id: string): Promise<Buffer | null>;
  /** The fingerprint of an image's picture; null where there is none. */
  fingerprint(id: string): Promise<string | null>;
  /** Vault in which other rooms keep files that are no images, each encrypted with a key of its own. */
  readonly vault: Vault;
  /** A link that shows the file to whoever has it, for ten minutes unless said otherwise. */
  link(audience: LinkAudience, id: string, forMs?: number): SignedLink;
  /** The image behind a link; null where the link is wrong, has expired or leads nowhere. */
  open(audience: LinkAudience, id: string, expiresMs: number, signature: string): Promise<Buffer | null>;
}

export interface FilesOptions {
  readonly pool: Pool;
  readonly store: FileStore;
  readonly images: Images;
  readonly now: () => number;
}

async function deleteUnused(db: Db, vault: Vault, before: Date): Promise<void> {
  const { rows } = await sql<{ file_id: string }>`
    delete from files.file where file_id in (
      select file_id from files.file where kept_at is null and created_at < ${before}
      limit ${SWEPT_AT_ONCE} for update skip locked)
    returning file_id`.execute(db);
  for (const { file_id } of rows) await vault.remove(file_id);
}

/** Opens the room: migrates its schema and returns it. */
export async function openFiles({ pool, store, images, now }: FilesOptions): Promise<Files> {
  await migrate(pool, 'files', migrations);
  const db = kyselyOf(pool);
  const vault = createVault(store);

  const link = (audience: LinkAudience, id: string, forMs = LINK_MS): SignedLink => {
    const expireTime = now() + forMs;
    const signature = vault.sign(audience, id, expireTime);
    return { link: `${FILE_PATH}/${id}?expires=${expireTime}&signature=${signature}`, expireTime };
  };

  async function refuseMany(userId: number): Promise<void> {
    const { count } = await db
      .selectFrom('files.file')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('user_id', '=', BigInt(userId))
      .where('created_at', '>', new Date(now() - DAY_MS))
      .executeTakeFirstOrThrow();
    if (Number(count) >= UPLOADS_A_DAY) throw new Refusal('UPLOADS_LIMITED');
  }

  async function isFile(id: string): Promise<boolean> {
    const row = await db
      .selectFrom('files.file')
      .select('file_id')
      .where('file_id', '=', id)
      .executeTakeFirst();
    return row !== undefined;
  }

  const dropUnkept: Files['dropUnkept'] = async ({ id }, isKept = isFile) => {
    if (!(await isKept(id))) await vault.remove(id);
  };

  async function read(id: string): Promise<Buffer | null> {
    const row = await db
      .selectFrom('files.file')
      .select('wrapped_key')
      .where('file_id', '=', id)
      .executeTakeFirst();
    return row === undefined ? null : vault.get(id, row.wrapped_key);
  }

  return {
    link,
    read,
    vault,
    dropUnkept,
    async takeOwn(given) {
      const { bytes, width, height } = await images.rewrite(HOUSE_TURN, given);
      const id = randomUUID();
      return { id, wrappedKey: await vault.put(id, bytes), bytes: bytes.length, width, height };
    },
    async keepOwn(trx, holder, { id, wrappedKey, bytes, width, height }) {
      const time = new Date(now());
      await trx
        .insertInto('files.file')
        .values({
          file_id: id,
          user_id: null,
          created_at: time,
          bytes,
          width,
          height,
          is_blurred: false,
          wrapped_key: wrappedKey,
          kept_at: time,
          holder,
          fingerprint: null,
        })
        .execute();
    },
    async take(userId, bytes, square) {
      await refuseMany(userId);
      await deleteUnused(db, vault, new Date(now() - DAY_MS));
      const rewritten = await images.rewrite(userId, bytes, square);
      const { bytes: written, width, height, isBlurred, fingerprint } = rewritten;
      const id = randomUUID();
      const wrappedKey = await vault.put(id, written);
      try {
        await db
          .insertInto('files.file')
          .values({
            file_id: id,
            user_id: userId,
            created_at: new Date(now()),
            bytes: written.length,
            width,
            height,
            is_blurred: isBlurred,
            wrapped_key: wrappedKey,
            kept_at: null,
            holder: null,
            fingerprint,
          })
          .execute();
      } catch (error) {
        // the answer of an insert may be lost after its commit
        await dropUnkept({ id });
        throw error;
      }
      return { ...link('customer', id), id, blurred: isBlurred, width, height };
    },
    async keep(trx, holder, userId, ids) {
      const { numUpdatedRows } = await trx
        .updateTable('files.file')
        .set({ kept_at: new Date(now()), holder })
        .where('user_id', '=', BigInt(userId))
        .where('file_id', 'in', [...ids])
        .where((of) => of.or([of('holder', 'is', null), of('holder', '=', holder)]))
        .executeTakeFirstOrThrow();
      if (Number(numUpdatedRows) !== new Set(ids).size) throw new Refusal('FILE_UNKNOWN');
    },
    async keepNew(trx, holder, userId, id) {
      const { numUpdatedRows } = await trx
        .updateTable('files.file')
        .set({ kept_at: new Date(now()), holder })
        .where('user_id', '=', BigInt(userId))
        .where('file_id', '=', id)
        .where('kept_at', 'is', null)
        .executeTakeFirstOrThrow();
      if (Number(numUpdatedRows) !== 1) throw new Refusal('FILE_UNKNOWN');
    },
    async size(trx, userId, id) {
      const row = await trx
        .selectFrom('files.file')
        .select(['width', 'height'])
        .where('user_id', '=', BigInt(userId))
        .where('file_id', '=', id)
        .executeTakeFirst();
      if (row === undefined) throw new Refusal('FILE_UNKNOWN');
      return row;
    },
    async release(trx, holder, id) {
      await trx
        .updateTable('files.file')
        .set({ kept_at: null, holder: null })
        .where('file_id', '=', id)
        .where('holder', '=', holder)
        .execute();
    },
    async fingerprint(id) {
      const row = await db
        .selectFrom('files.file')
        .select('fingerprint')
        .where('file_id', '=', id)
        .executeTakeFirst();
      return row?.fingerprint ?? null;
    },
    async open(audience, id, expiresMs, signature) {
      if (!(expiresMs > now()) || !vault.isSigned(audience, id, expiresMs, signature)) return null;
      return read(id);
    },
  };
}
