import { randomUUID } from 'node:crypto';
import type { UploadedFile } from '@candor/api';
import type { Pool } from 'pg';
import { type Db, kyselyOf, migrate, type SchemaName, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import {
  deleteUnused,
  findFile,
  insertFile,
  keepFiles,
  keepNewFile,
  releaseFile,
  sizeOf,
  uploadsSince,
} from './file-rows.ts';
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

/** The rows of images, their encrypted bytes, and what re-encodes them. */
interface FilesRoom {
  readonly db: Db;
  readonly vault: Vault;
  readonly images: Images;
  readonly now: () => number;
}

/** A link that shows a file to whoever has it. */
function linkOf({ vault, now }: FilesRoom, audience: LinkAudience, id: string, forMs = LINK_MS): SignedLink {
  const expireTime = now() + forMs;
  const signature = vault.sign(audience, id, expireTime);
  return { link: `${FILE_PATH}/${id}?expires=${expireTime}&signature=${signature}`, expireTime };
}

/** The image of an id; null where there is none. */
async function read({ db, vault }: FilesRoom, id: string): Promise<Buffer | null> {
  const row = await findFile(db, id);
  return row === undefined ? null : vault.get(id, row.wrapped_key);
}

/** Deletes an image from the disk where nothing has kept it. */
async function dropUnkept(
  { db, vault }: FilesRoom,
  id: string,
  isKept = async (each: string) => (await findFile(db, each)) !== undefined,
): Promise<void> {
  if (!(await isKept(id))) await vault.remove(id);
}

/** Takes an image of a user, and deletes some that nobody kept. */
async function take(
  room: FilesRoom,
  userId: number,
  bytes: Uint8Array,
  square?: number,
): Promise<UploadedFile> {
  const { db, vault, images, now } = room;
  if ((await uploadsSince(db, userId, new Date(now() - DAY_MS))) >= UPLOADS_A_DAY)
    throw new Refusal('UPLOADS_LIMITED');
  for (const unused of await deleteUnused(db, new Date(now() - DAY_MS))) await vault.remove(unused);
  const rewritten = await images.rewrite(userId, bytes, square);
  const { bytes: written, width, height, isBlurred, fingerprint } = rewritten;
  const id = randomUUID();
  const wrappedKey = await vault.put(id, written);
  try {
    await insertFile(db, {
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
    });
  } catch (error) {
    // the answer of an insert may be lost after its commit
    await dropUnkept(room, id);
    throw error;
  }
  return { ...linkOf(room, 'customer', id), id, blurred: isBlurred, width, height };
}

/** Keeps an image of the house as a file of nobody, within the caller's transaction. */
function keepOwn(trx: Trx, holder: SchemaName, image: OwnImage, time: Date): Promise<void> {
  const { id, wrappedKey, bytes, width, height } = image;
  return insertFile(trx, {
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
  });
}

/** Opens the room: migrates its schema and returns it. */
export async function openFiles({ pool, store, images, now }: FilesOptions): Promise<Files> {
  await migrate(pool, 'files', migrations);
  const db = kyselyOf(pool);
  const vault = createVault(store);
  const room: FilesRoom = { db, vault, images, now };
  const time = () => new Date(now());

  return {
    vault,
    link: (audience, id, forMs) => linkOf(room, audience, id, forMs),
    read: (id) => read(room, id),
    dropUnkept: ({ id }, isKept) => dropUnkept(room, id, isKept),
    async takeOwn(given) {
      const { bytes, width, height } = await images.rewrite(HOUSE_TURN, given);
      const id = randomUUID();
      return { id, wrappedKey: await vault.put(id, bytes), bytes: bytes.length, width, height };
    },
    keepOwn: (trx, holder, image) => keepOwn(trx, holder, image, time()),
    take: (userId, bytes, square) => take(room, userId, bytes, square),
    keep: (trx, holder, userId, ids) => keepFiles(trx, holder, { userId, ids }, time()),
    keepNew: (trx, holder, userId, id) => keepNewFile(trx, holder, { userId, id }, time()),
    size: sizeOf,
    release: releaseFile,
    fingerprint: async (id) => (await findFile(db, id))?.fingerprint ?? null,
    async open(audience, id, expiresMs, signature) {
      if (!(expiresMs > now()) || !vault.isSigned(audience, id, expiresMs, signature)) return null;
      return read(room, id);
    },
  };
}
