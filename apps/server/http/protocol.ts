import type { ErrorKey } from '@candor/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { failureText, JSON_TYPE, languageOf, type Translate } from './envelope.ts';

/** The largest body of a call. */
export const BODY_LIMIT_BYTES = 16 * 1024;

/** The API takes JSON or nothing. Forms and plain text, which any page can send across sites, are refused. */
export function readJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text.length === 0) done(null, null);
    else parse(request, text as string, done);
  });
  // The upload call reads nothing yet: what is sent is dropped, and the call says so.
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, _file, done) =>
    done(null, null),
  );
}

const protocolErrors: Readonly<Record<number, ErrorKey>> = {
  400: 'INVALID_INPUT',
  404: 'NOT_FOUND',
  413: 'BODY_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMITED',
};

/**
 * Requests that Fastify refuses before it has a route, such as an undecodable address, get the envelope too. No hook
 * runs for it, so it is counted here.
 */
export function refuseUnroutable(
  translate: Translate,
  admits: (request: FastifyRequest, reply: FastifyReply) => boolean,
) {
  return (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    if (!admits(request, reply)) return;
    const text = failureText({ key: 'INVALID_INPUT' }, languageOf(request.headers), translate);
    void reply.code(400).type(JSON_TYPE).send(text);
  };
}

/** What Fastify itself refuses keeps its 4xx status and gets the envelope. */
export function answerProtocolErrors(app: FastifyInstance, log: Logger, translate: Translate): void {
  const envelope = (request: FastifyRequest, key: ErrorKey) =>
    failureText({ key }, languageOf(request.headers), translate);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    const known = status >= 400 && status < 500;
    if (!known) log.error({ reqId: request.id, err: error }, 'a request failed');
    const key = known ? (protocolErrors[status] ?? 'INVALID_INPUT') : 'INTERNAL';
    return reply
      .code(known ? status : 500)
      .type(JSON_TYPE)
      .send(envelope(request, key));
  });
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).type(JSON_TYPE).send(envelope(request, 'NOT_FOUND')),
  );
}
