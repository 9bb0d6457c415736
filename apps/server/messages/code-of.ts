import { createHmac } from 'node:crypto';
import type { LinkUse } from './kinds.ts';

const CODES = 1_000_000n;

/**
 * The six digits of a code: a keyed hash of its nonce. So the database holds no code, neither plain nor hashed: who
 * reads all of it, or a backup, cannot compute one without the key, which lies in the data folder.
 */
export function codeOf(key: Uint8Array, nonce: Uint8Array): string {
  const digest = createHmac('sha256', key).update('candor code').update(nonce).digest();
  // 64 of the 256 bits: the remainder favours no code by more than 1 in 10^13
  return String(digest.readBigUInt64BE() % CODES).padStart(6, '0');
}

/**
 * The secret of a link of a message, derived like a code for its use: neither the rows of messages nor a backup of the
 * database holds a link that works.
 */
export function linkOf(key: Uint8Array, nonce: Uint8Array, use: LinkUse = 'freeze'): string {
  return createHmac('sha256', key).update(`candor ${use} link`).update(nonce).digest('base64url');
}
