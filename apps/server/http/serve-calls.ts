import { type Call, errors, type Language } from '@candor/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { ClientAddress } from '../client-address.ts';
import { Refusal } from '../refusal.ts';
import { withDeadline } from '../usecases/index.ts';
import type { CallContext, Handlers } from './context.ts';
import { failureText, JSON_TYPE, languageOf, successText, type Translate } from './envelope.ts';
import { keyOfFault } from './faults.ts';
import { requestDeadline } from './request-time.ts';
import { tokenOf } from './token.ts';
import { parseIdempotencyKey, parsePart } from './validate.ts';

type Table = Readonly<Record<string, Call>>;

export interface ServeCallsOptions<T extends Table, Session> {
  readonly log: Logger;
  readonly table: T;
  readonly handlers: Handlers<T, Session>;
  /** The prefix that stands for {head}. */
  readonly head: string;
  readonly authenticate: (token: string) => Promise<Session | null>;
  readonly translate: Translate;
  readonly clientAddress: ClientAddress;
  /** Throws RATE_LIMITED when this address asks too much. */
  readonly admit: (ip: string) => void;
  /** Headers of every answer, names and values by turns. */
  readonly headers: readonly string[];
  /** The server's clock, in ms since 1970: sent with every answer, and what a request's time is held against. */
  readonly now: () => number;
  /** Told of every answer, for metrics. */
  readonly onAnswer: (callName: string, code: number, elapsedMs: number) => void;
}

type AnyHandler = (context: CallContext<Call, unknown>) => unknown;

/**
 * Adds a route for every call of the table. Input is checked before the handler sees it and output before it leaves;
 * refusals become the envelope with HTTP 200, and only what is our own fault is a 5xx.
 */
export function serveCalls<T extends Table, Session>(
  app: FastifyInstance,
  options: ServeCallsOptions<T, Session>,
): void {
  for (const [name, call] of Object.entries(options.table)) {
    const handler = options.handlers[name] as unknown as AnyHandler;
    const places = [{ method: call.method, path: call.path }, ...call.aliases];
    for (const place of places) {
      app.route({
        method: place.method,
        url: place.path.replace('{head}', options.head).replace(/\{(\w+)\}/g, ':$1'),
        exposeHeadRoute: false,
        handler: (request, reply) => {
          reply.hijack();
          answer(call, handler, options, request, reply).catch((error: unknown) => {
            options.log.error(
              { reqId: request.id, call: call.name, err: error },
              'an answer was not written',
            );
            reply.raw.destroy();
          });
        },
      });
    }
  }
}

/** Runs a call and writes its answer past the framework, whose own way of sending costs more than most handlers. */
async function answer<T extends Table, Session>(
  call: Call,
  handler: AnyHandler,
  options: ServeCallsOptions<T, Session>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const startedMs = performance.now();
  const language = languageOf(request.headers);
  const headers = [...options.headers];
  let status = 200;
  let code = 200;
  let text: string;
  try {
    const address = options.clientAddress(request.raw);
    options.admit(address);
    const data = await run(call, handler, options, language, request, address, headers);
    text = successText(JSON.stringify(data));
  } catch (error) {
    const refusal = asRefusal(error, call, request, options.log);
    code = errors[refusal.key].code;
    text = failureText(refusal.problem, language, options.translate);
    if (code >= 500 && code < 600) status = code;
  }
  options.onAnswer(call.name, code, performance.now() - startedMs);
  options.log.info({ reqId: request.id, call: call.name, code }, 'answered');
  headers.push(
    'server-time',
    String(options.now()),
    'content-type',
    JSON_TYPE,
    'content-length',
    String(Buffer.byteLength(text)),
  );
  reply.raw.writeHead(status, headers);
  reply.raw.end(text);
}

async function run<T extends Table, Session>(
  call: Call,
  handler: AnyHandler,
  options: ServeCallsOptions<T, Session>,
  language: Language,
  request: FastifyRequest,
  address: string,
  headers: string[],
): Promise<unknown> {
  const notAfterMs = call.act ? requestDeadline(request.headers, options.now()) : null;
  let session: Session | null = null;
  let token: string | null = null;
  if (call.auth !== 'none') {
    token = tokenOf(request.headers);
    session = token === null ? null : await options.authenticate(token);
    if (session === null && call.auth === 'required') throw new Refusal('SIGNED_OUT');
  }
  const context = {
    params: parsePart(call.params, request.params, 'params'),
    query: parsePart(call.query, request.query, 'query'),
    body: parsePart(call.body, request.body, 'body'),
    session,
    token,
    idempotencyKey: parseIdempotencyKey(request.headers['idempotency-key']),
    language,
    ip: address,
    headers: request.headers,
    setHeader: (name, value) => void headers.push(name, value),
  } as CallContext<Call, unknown>;
  const data = await withDeadline(notAfterMs, () => handler(context));
  const checked = call.data.safeParse(data);
  if (!checked.success) {
    throw new Error(`the answer of ${call.name} is not what the contract says`, { cause: checked.error });
  }
  return data;
}

function asRefusal(error: unknown, call: Call, request: FastifyRequest, log: Logger): Refusal {
  if (error instanceof Refusal) return error;
  const key = keyOfFault(error);
  log[key === 'INTERNAL' ? 'error' : 'warn'](
    { reqId: request.id, call: call.name, err: error },
    'a call failed',
  );
  return new Refusal(key);
}
