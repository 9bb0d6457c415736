/** The header with the id of the key that signed. */
export const KEY_HEADER = 'api-key';
/** The header with the signature: HMAC-SHA256 in 64 lower-case hexadecimal digits. */
export const SIGNATURE_HEADER = 'api-signature';

/** A request as it is signed: each part exactly as it is sent. */
export interface SignedParts {
  /** The `request-time` header: ms of the server's clock. */
  readonly time: string;
  /** The `request-window` header; '' where there is none. */
  readonly window: string;
  /** `GET` or `POST`. */
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  /** The `idempotency-key` header; '' where there is none. */
  readonly idempotencyKey: string;
  /** The body as text; '' where there is none. */
  readonly body: string;
}

/** The text that a key signs: the six parts, one a line. No part but the body, the last, can hold a line break. */
export const signedText = (parts: SignedParts): string =>
  [parts.time, parts.window, parts.method, parts.path, parts.idempotencyKey, parts.body].join('\n');
