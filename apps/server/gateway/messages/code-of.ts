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
  if (use === 'setup') return setupLinkOf(setupLinksKey(key), nonce);
  return createHmac('sha256', key).update(`candor ${use} link`).update(nonce).digest('base64url');
}

/**
 * Returns the key of the links by which operators set up, derived from that of codes: the console's process gets it
 * alone, and derives no code of a user with it.
 */
export function setupLinksKey(codesKey: Uint8Array): Uint8Array {
  return createHmac('sha256', codesKey).update('candor key of setup links').digest();
}

/** Returns the secret of a link by which an operator sets up, in 43 characters. */
export function setupLinkOf(key: Uint8Array, nonce: Uint8Array): string {
  return createHmac('sha256', key).update('candor setup link').update(nonce).digest('base64url');
}
