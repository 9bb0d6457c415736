import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Call, KEY_HEADER, SIGNATURE_HEADER, signedText } from '@candor/api';
import type { Logger } from 'pino';
import { Refusal } from '../../base/errors/refusal.ts';
import type { SignedRequest } from '../../gateway/http/signed-request.ts';
import type { Session } from '../identity/index.ts';
import type { KeptKeys } from './kept-keys.ts';
import type { ApiKeys } from './keys.ts';

const KEY_ID = /^ck_[A-Za-z0-9_-]{24}$/;
const SIGNATURE = /^[0-9a-f]{64}$/;
/** The last use of a key is noted once in so many ms. */
const NOTED_MS = 60_000;

interface SignedRequestsDeps {
  readonly kept: KeptKeys;
  readonly keys: Pick<ApiKeys, 'noteUse'>;
  readonly log: Logger;
  readonly now: () => number;
}

/** Finds out who signed a request. */
export type KeyGate = (call: Pick<Call, 'name' | 'keyScope'>, request: SignedRequest) => Promise<Session>;

/**
 * Lets signed requests in. The signature is compared in constant time, and before anything is said about the key.
 * @throws Refusal API_KEY_NOT_ACCEPTED, API_KEY_INVALID, API_KEY_SIGNATURE, API_KEY_ADDRESS, API_KEY_SCOPE
 */
export function createKeyGate({ kept, keys, log, now }: SignedRequestsDeps): KeyGate {
  return async ({ keyScope }, request) => {
    if (keyScope === null) throw new Refusal('API_KEY_NOT_ACCEPTED');
    const id = request.headers[KEY_HEADER];
    const key = typeof id === 'string' && KEY_ID.test(id) ? await kept.find(id) : null;
    if (key === null) throw new Refusal('API_KEY_INVALID');
    if (!isSignedBy(key.secret, request)) throw new Refusal('API_KEY_SIGNATURE');
    const timeMs = now();
    if (key.expiresMs !== null && key.expiresMs <= timeMs) throw new Refusal('API_KEY_INVALID');
    if (!key.isFrom(request.address)) throw new Refusal('API_KEY_ADDRESS');
    if (!key.scopes.includes(keyScope)) throw new Refusal('API_KEY_SCOPE');
    if (timeMs - key.notedMs > NOTED_MS) {
      key.notedMs = timeMs;
      keys.noteUse(key.id, request.address).catch((error: unknown) => {
        log.warn({ err: error }, 'the use of an API key was not noted');
      });
    }
    return {
      userId: key.userId,
      issuedAtMs: key.createdMs,
      expiresAtMs: key.expiresMs ?? Number.POSITIVE_INFINITY,
      tokenHash: '',
      // no call that keys may make asks for the login behind it
      family: '',
      isFrozen: key.isFrozen,
    };
  };
}

function isSignedBy(secret: string, { headers, method, path, body }: SignedRequest): boolean {
  const signature = headers[SIGNATURE_HEADER];
  if (typeof signature !== 'string' || !SIGNATURE.test(signature)) return false;
  const text = signedText({
    time: textOf(headers['request-time']),
    window: textOf(headers['request-window']),
    method,
    path,
    idempotencyKey: textOf(headers['idempotency-key']),
    body,
  });
  const expected = createHmac('sha256', secret).update(text).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

const textOf = (header: unknown): string => (typeof header === 'string' ? header : '');
