import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Keeps small secrets in the database unreadable without the key, which lies elsewhere. */
export interface Seal {
  seal(text: string): Buffer;
  /** Throws when the key is another one or the bytes were changed. */
  open(sealed: Buffer): string;
}

/** AES-256-GCM under a key of 32 bytes: nonce, tag, ciphertext. */
export function createSeal(key: Uint8Array): Seal {
  if (key.length !== 32) throw new RangeError('a sealing key has 32 bytes');
  return {
    seal(text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]);
    },
    open(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES));
      decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const body = sealed.subarray(IV_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
  };
}
