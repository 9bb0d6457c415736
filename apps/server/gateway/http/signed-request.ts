import type { IncomingHttpHeaders } from 'node:http';
import { SIGNATURE_HEADER } from '@candor/api';
import { Refusal } from '../../base/errors/refusal.ts';
import type { CallRequest } from './call-request.ts';
import { requestDeadline } from './request-time.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it came, of a request that an API key signed. */
    signedBody: string;
  }
}

/** A request that an API key signed, each part as it came. */
export interface SignedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly body: string;
  readonly address: string;
}

/**
 * The signed parts of a request, within its window.
 * @throws Refusal REQUEST_TIME_INVALID where it names no time, REQUEST_TIME_AHEAD, REQUEST_LATE
 */
export function signedRequestOf(request: CallRequest, nowMs: number): SignedRequest {
  const deadlineMs = requestDeadline(request.headers, nowMs);
  if (deadlineMs === null) throw new Refusal('REQUEST_TIME_INVALID');
  if (nowMs > deadlineMs) throw new Refusal('REQUEST_LATE');
  return {
    headers: request.headers,
    method: request.method,
    path: request.url,
    body: request.signedBody,
    address: request.clientAddress,
  };
}

/** The key of a signed act that names none: of its signature, so that a repeated request is the same act. */
export const keyOfSignature = (headers: IncomingHttpHeaders): string =>
  `signed-${String(headers[SIGNATURE_HEADER]).slice(0, 40)}`;
