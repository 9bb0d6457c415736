import { createHash } from 'node:crypto';

const PUBLIC_KEY = /^[A-Za-z0-9_-]{43}$/;
const FINGERPRINT = /^[0-9a-f]{4}(?:-[0-9a-f]{4}){7}$/;

/** True for the base64url text of a raw Ed25519 public key. */
export function isPublicKey(text: unknown): text is string {
  return typeof text === 'string' && PUBLIC_KEY.test(text) && Buffer.from(text, 'base64url').length === 32;
}

/**
 * Returns the fingerprint of a public key: the first 128 bits of its SHA-256 in eight groups of hex, to be read out and
 * compared by people. Who wants another key with the same fingerprint tries 2^128 keys.
 */
export function fingerprintOf(publicKey: string): string {
  const digest = createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex');
  return digest.slice(0, 32).match(/.{4}/g)!.join('-');
}

/** Reads a fingerprint as people type it: case and groups do not matter. Null where it is none. */
export function readFingerprint(text: string): string | null {
  const digits = text.toLowerCase().replaceAll(/[\s-]/g, '');
  const grouped = digits.match(/.{1,4}/g)?.join('-') ?? '';
  return FINGERPRINT.test(grouped) ? grouped : null;
}
