import type { IncomingMessage } from 'node:http';
import { type ErrorKey, KEY_HEADER, withoutLongNumbers } from '@candor/api';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { failureText, JSON_TYPE, languageOf, type Translate } from './envelope.ts';
import { readForm, UPLOAD_LIMIT_BYTES } from './forms.ts';
import type { RequestLimit } from './request-limit.ts';
import { tooLargeKey } from './uploads.ts';

/** The API takes JSON or nothing. Forms and plain text, which any page can send across sites, are refused. */
export function readJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.decorateRequest('signedBody', '');
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (request.headers[KEY_HEADER] !== undefined) request.signedBody = text as string;
    if (text.length === 0) return done(null, null);
    // Answers an error thrown within as a body that is no JSON.
    parse(request, text as string, (error, parsed) =>
      error === null ? done(null, withoutLongNumbers(text as string, parsed)) : done(error),
    );
  });
}

/** Reads the forms of calls that take a file; to all others a form is a type that they do not take. */
export function readForms(app: FastifyInstance, limit: Pick<RequestLimit, 'spend'>): void {
  app.decorateRequest('onFormRefused', null);
  app.addContentTypeParser(
    'multipart/form-data',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const { headers, routeOptions } = request;
      if (routeOptions.bodyLimit !== UPLOAD_LIMIT_BYTES) throw refusedWith(415);
      if (Number(headers['content-length'] ?? 0) > UPLOAD_LIMIT_BYTES) throw refusedWith(413);
      const form = await readForm(payload, headers['content-type'] ?? '', () => limit.spend(request));
      if (form === null || form.refused !== null) request.onFormRefused?.();
      if (form === null) throw refusedWith(413);
      return form;
    },
  );
}

const refusedWith = (statusCode: number): Error =>
  Object.assign(new Error('a form is refused'), { statusCode });

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

/** Wraps requests that Fastify itself refuses in the envelope; they keep their 4xx status. */
export function answerProtocolErrors(app: FastifyInstance, log: Logger, translate: Translate): void {
  const envelope = (request: FastifyRequest, key: ErrorKey) =>
    failureText({ key }, languageOf(request.headers), translate);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    const known = status >= 400 && status < 500;
    if (!known) log.error({ reqId: request.id, err: error }, 'a request failed');
    let key: ErrorKey = known ? (protocolErrors[status] ?? 'INVALID_INPUT') : 'INTERNAL';
    if (key === 'BODY_TOO_LARGE') key = tooLargeKey(request.routeOptions.bodyLimit);
    return reply
      .code(known ? status : 500)
      .type(JSON_TYPE)
      .send(envelope(request, key));
  });
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).type(JSON_TYPE).send(envelope(request, 'NOT_FOUND')),
  );
}
