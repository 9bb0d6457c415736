import { type Call, callCost, errors, type Language, sharedCalls } from '@candor/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Refusal } from '../refusal.ts';
import type { Turns } from '../turns.ts';
import { runOnlyRepeats, withDeadline } from '../usecases/index.ts';
import type { CallContext, Handlers } from './context.ts';
import { EncodedBody, isCompressible, LEAST_COMPRESSED_BYTES } from './encodings.ts';
import { failureText, JSON_TYPE, languageOf, successText, type Translate } from './envelope.ts';
import { keyOfFault } from './faults.ts';
import type { RequestLimit } from './request-limit.ts';
import { requestDeadline } from './request-time.ts';
import type { SharedAnswers } from './shared-answers.ts';
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
  readonly limit: RequestLimit;
  /** Counts the calls of a signed-in user, whichever address they come from. */
  readonly userKey: (session: Session) => string;
  /** Keeps what is the same for everybody; null keeps nothing. */
  readonly shared: SharedAnswers | null;
  /** Bounds how many public answers are computed for an address at once. */
  readonly turns: Turns;
  /** Checks public rows against the contract as well; rows of a user are always checked. */
  readonly checkPublic: boolean;
  /** Headers of every answer, names and values by turns. */
  readonly headers: readonly string[];
  /** The server's clock, in ms since 1970: sent with every answer, and what a request's time is held against. */
  readonly now: () => number;
  /** Told of every answer, for metrics. */
  readonly onAnswer: (callName: string, code: number, elapsedMs: number) => void;
}

/** Acts of these write no command, so no key tells a retry. */
const unjournaled: ReadonlySet<string> = new Set<Call['section']>(['account', 'watchlist', 'operator']);

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
        config: {
          limit: {
            cost: ({ query }) => callCost(call.name, (query as { readonly limit?: unknown }).limit),
            repeatable: call.act && !unjournaled.has(call.section),
          },
        },
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
  let body: EncodedBody | string;
  try {
    body = await bodyOf(call, handler, options, language, request, headers);
  } catch (error) {
    const refusal = asRefusal(error, call, request, options.log);
    code = errors[refusal.key].code;
    body = failureText(refusal.problem, language, options.translate);
    if (code >= 500 && code < 600) status = code;
  }
  const sent = await encoded(body, call, request, headers);
  options.onAnswer(call.name, code, performance.now() - startedMs);
  options.log.info({ reqId: request.id, call: call.name, code }, 'answered');
  headers.push(
    'server-time',
    String(options.now()),
    'content-type',
    JSON_TYPE,
    'content-length',
    String(Buffer.byteLength(sent)),
  );
  reply.raw.writeHead(status, headers);
  reply.raw.end(sent);
}

/** The text of a success, or the kept bytes of one that is the same for everybody. */
async function bodyOf<T extends Table, Session>(
  call: Call,
  handler: AnyHandler,
  options: ServeCallsOptions<T, Session>,
  language: Language,
  request: FastifyRequest,
  headers: string[],
): Promise<EncodedBody | string> {
  const make = async () =>
    successText(JSON.stringify(await run(call, handler, options, language, request, headers)));
  const { shared, turns } = options;
  if (shared === null || !sharedCalls.has(call.name)) return make();
  if (call.auth !== 'none' && tokenOf(request.headers) !== null) return make();
  const key = `${language} ${request.url} ${JSON.stringify(request.body ?? null)}`;
  // Found first: what is there waits for no turn, nor for the turn of another who asked for the same.
  return shared.find(key) ?? turns.run(request.addressKey, () => shared.get(key, make));
}

/** The bytes to send, compressed where that is safe and worth it; their encoding goes into the headers. */
async function encoded(
  body: EncodedBody | string,
  call: Call,
  request: FastifyRequest,
  headers: string[],
): Promise<Buffer | string> {
  if (typeof body === 'string' && (body.length < LEAST_COMPRESSED_BYTES || !isCompressible(call)))
    return body;
  headers.push('vary', 'accept-encoding');
  const whole = typeof body === 'string' ? new EncodedBody(Buffer.from(body)) : body;
  const { bytes, encoding } = await whole.for(request.headers['accept-encoding']);
  if (encoding !== null) headers.push('content-encoding', encoding);
  return bytes;
}

async function run<T extends Table, Session>(
  call: Call,
  handler: AnyHandler,
  options: ServeCallsOptions<T, Session>,
  language: Language,
  request: FastifyRequest,
  headers: string[],
): Promise<unknown> {
  const notAfterMs = call.act ? requestDeadline(request.headers, options.now()) : null;
  let session: Session | null = null;
  let token: string | null = null;
  if (call.auth !== 'none') {
    token = tokenOf(request.headers);
    session = token === null ? null : await options.authenticate(token);
    if (session === null && call.auth === 'required') throw new Refusal('SIGNED_OUT');
    if (session !== null) options.limit.admitUser(request, options.userKey(session));
  }
  const context = {
    params: parsePart(call.params, request.params, 'params'),
    query: parsePart(call.query, request.query, 'query'),
    body: parsePart(call.body, request.body, 'body'),
    session,
    token,
    idempotencyKey: parseIdempotencyKey(request.headers['idempotency-key']),
    language,
    ip: request.clientAddress,
    headers: request.headers,
    setHeader: (name, value) => void headers.push(name, value),
  } as CallContext<Call, unknown>;
  const perform = () => handler(context);
  const data = await withDeadline(notAfterMs, () =>
    request.mayOnlyRepeat ? runOnlyRepeats(perform) : perform(),
  );
  if (sharedCalls.has(call.name) && !options.checkPublic) return data;
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
