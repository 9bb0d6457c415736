import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder, takeName } from '../../base/data-folder/index.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** Purpose of a link: one for customers' pictures shows nothing to the console and no export, and so on. */
export type LinkAudience = 'customer' | 'console' | 'export';

/** Folder of the files, and the key that wraps the keys of all of them. */
export interface FileStore {
  /** 32 bytes, kept apart from the files and from the database. */
  readonly masterKey: Uint8Array;
  /** A folder that nothing else writes to, outside every web root. */
  readonly folder: string;
}

/** Keeps files encrypted, each with a key of its own, and signs links to them. */
export interface Vault {
  /** Writes a file, whole or not at all: it is on the disk before a row can name it. Resolves with its key, wrapped. */
  put(id: string, bytes: Uint8Array): Promise<Buffer>;
  /** Throws when the file is gone, was changed, or belongs to another id. */
  get(id: string, wrappedKey: Uint8Array): Promise<Buffer>;
  /** Deletes a file, and what is left of a write that was cut off. */
  remove(id: string): Promise<void>;
  /** The signature of a link that works until `expiresMs`. */
  sign(audience: LinkAudience, id: string, expiresMs: number): string;
  isSigned(audience: LinkAudience, id: string, expiresMs: number, signature: string): boolean;
}

/** AES-256-GCM: nonce, tag, ciphertext. The id is authenticated with it, so no file passes for another. */
function encrypt(key: Uint8Array, id: string, plain: Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(id));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

function decrypt(key: Uint8Array, id: string, sealed: Uint8Array): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(id)).setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}

export function createVault({ masterKey, folder }: FileStore): Vault {
  if (masterKey.length !== KEY_BYTES) throw new RangeError('the master key of files has 32 bytes');
  const keyOf = (use: string) =>
    Buffer.from(hkdfSync('sha256', masterKey, '', `candor files ${use}`, KEY_BYTES));
  const wrapKey = keyOf('wrap');
  const linkKey = keyOf('link');
  const folderOf = (id: string) => join(folder, id.slice(0, 2));
  const pathOf = (id: string) => join(folderOf(id), id);
  const draftOf = (id: string) => `${pathOf(id)}.new`;

  const signature = (audience: LinkAudience, id: string, expiresMs: number) =>
    createHmac('sha256', linkKey).update(`${audience}\n${id}\n${expiresMs}`).digest();

  return {
    async put(id, bytes) {
      const key = randomBytes(KEY_BYTES);
      const made = await mkdir(folderOf(id), { recursive: true, mode: 0o700 });
      if (made !== undefined) await syncFolder(folder);
      const file = await open(draftOf(id), 'wx', 0o600);
      try {
        try {
          await file.writeFile(encrypt(key, id, bytes));
          await file.sync();
        } finally {
          await file.close();
        }
        await takeName(draftOf(id), pathOf(id));
      } catch (error) {
        await rm(draftOf(id), { force: true });
        throw error;
      }
      return encrypt(wrapKey, id, key);
    },
    get: async (id, wrappedKey) => decrypt(decrypt(wrapKey, id, wrappedKey), id, await readFile(pathOf(id))),
    async remove(id) {
      for (const path of [draftOf(id), pathOf(id)]) await rm(path, { force: true });
    },
    sign: (audience, id, expiresMs) => signature(audience, id, expiresMs).toString('base64url'),
    isSigned(audience, id, expiresMs, given) {
      const wanted = signature(audience, id, expiresMs);
      const bytes = Buffer.from(given, 'base64url');
      return bytes.length === wanted.length && timingSafeEqual(bytes, wanted);
    },
  };
}
