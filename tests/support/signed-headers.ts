import { createHmac } from 'node:crypto';
import { KEY_HEADER, SIGNATURE_HEADER, signedText } from '@candor/api';

/** A key with its secret, as its owner got them. */
export interface OwnedKey {
  readonly id: string;
  readonly secret: string;
}

/** Parts of a request that are signed beside its method and path. */
export interface SignedMore {
  readonly body?: unknown;
  readonly window?: string;
  readonly idempotencyKey?: string;
}

/** The headers of a signed request. */
export function signedHeaders(
  key: OwnedKey,
  method: string,
  path: string,
  time: number,
  { body, window = '', idempotencyKey = '' }: SignedMore,
): Record<string, string> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const signed = signedText({ time: String(time), window, method, path, idempotencyKey, body: text });
  return {
    [KEY_HEADER]: key.id,
    [SIGNATURE_HEADER]: createHmac('sha256', key.secret).update(signed).digest('hex'),
    'request-time': String(time),
    ...(window === '' ? {} : { 'request-window': window }),
    ...(idempotencyKey === '' ? {} : { 'idempotency-key': idempotencyKey }),
  };
}
