import { validateHeaderValue } from 'node:http';
import {
  type Call,
  callCost,
  errors,
  isRead,
  KEY_HEADER,
  type Language,
  REQUEST_WINDOW_MS,
} from '@candor/api';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { Refusal } from '../../base/errors/refusal.ts';
import { isNoted, type RefusalLog } from '../../base/limits/refusal-log.ts';
import type { Turns } from '../../base/limits/turns.ts';
import { runAct, runFrom, runOnlyRepeats, withDeadline } from '../../engine/acts/index.ts';
import type { CallReply, CallRequest, RouteCost } from './call-request.ts';
import type { CallContext, Handlers } from './context.ts';
import { EncodedBody, isCompressible, LEAST_COMPRESSED_BYTES } from './encodings.ts';
import { entersNothing } from './enter-answer.ts';
import { failureText, JSON_TYPE, languageOf, successText, type Translate } from './envelope.ts';
import { keyOfFault } from './faults.ts';
import { fittingRows } from './fitting-rows.ts';
import { fileOfForm, UPLOAD_LIMIT_BYTES } from './forms.ts';
import { mergedParts } from './merged-parts.ts';
import type { RequestLimit } from './request-limit.ts';
import { requestDeadline } from './request-time.ts';
import type { SharedAnswers } from './shared-answers.ts';
import { keyOfSignature, type SignedRequest, signedRequestOf } from './signed-request.ts';
import type { StepUpGate } from './step-up-gate.ts';
import { tokenOf } from './token.ts';
import { pagesItself, turnedPage } from './turned-pages.ts';
import { guardUploads, type UploadGuardOptions } from './uploads.ts';
import { parseIdempotencyKey, parsePart } from './validate.ts';

/** Whose token it is; at once where that is known, since a promise for each call costs more than the answer. */
export type Authenticate<Session> = (token: string) => Session | null | Promise<Session | null>;

/** Finds who signed the request with an API key. @throws Refusal where the key does not allow the call */
export type AuthenticateKey<Session> = (call: Call, request: SignedRequest) => Promise<Session>;

type Table = Readonly<Record<string, Call>>;

export interface ServeCallsOptions<T extends Table, Session> {
  readonly log: Logger;
  readonly table: T;
  readonly handlers: Handlers<T, Session>;
  /** The prefix that stands for {head}. */
  readonly head: string;
  readonly authenticate: Authenticate<Session>;
  /** Lets requests in that an API key signed; a table without it accepts none. */
  readonly byKey?: AuthenticateKey<Session>;
  readonly translate: Translate;
  readonly limit: RequestLimit;
  /** Names in the log what somebody may not do, or not so often. */
  readonly refusals: RefusalLog;
  /** Counts the calls of a signed-in user, whichever address they come from. */
  readonly userKey: (session: Session) => string;
  /** Refuses a call that this session may not make now, such as an act of a frozen account. */
  readonly admit?: (call: Call, session: Session) => void | Promise<void>;
  /** Admits uploads of visitors; a table without such calls has none. */
  readonly visitorKey?: UploadGuardOptions<Session>['visitorKey'];
  /** Stands before acts with `stepUp`; a table without such acts has none. */
  readonly stepUp?: StepUpGate<Session>;
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
  /** Called for every answer, for metrics. */
  readonly onAnswer: (callName: string, code: number, elapsedMs: number) => void;
}

/** Sections whose acts write no command, so no key identifies a retry. */
const unjournaled: ReadonlySet<string> = new Set<Call['section']>(['account', 'watchlist', 'operator']);

/** Lists whose pages are shorter than the others'. */
const LARGEST_PAGES: Readonly<Record<string, number>> = { getLoginLog: 50 };

type AnyHandler = (context: CallContext<Call, unknown>) => unknown;

/**
 * Adds a route for every call of the table. Input is checked before the handler sees it and output before it leaves;
 * refusals become the envelope with HTTP 200, and only what is our own fault is a 5xx.
 */
export function serveCalls<T extends Table, Session>(
  app: FastifyInstance,
  options: ServeCallsOptions<T, Session>,
): void {
  const guardUpload = guardUploads(options);
  for (const [name, call] of Object.entries(options.table)) {
    const handler = options.handlers[name] as unknown as AnyHandler;
    if (call.stepUp !== null && options.stepUp === undefined) throw new Error(`${name} has no step-up`);
    const places = [{ method: call.method, path: call.path }, ...call.aliases];
    const limit: RouteCost = {
      cost: ({ query }) => callCost(call, (query as { readonly limit?: unknown }).limit),
      repeatable: call.act && !unjournaled.has(call.section),
    };
    const serve = (request: CallRequest, reply: CallReply): void => {
      answer(call, handler, options, request, reply).catch((error: unknown) => {
        options.log.error({ reqId: request.id, call: call.name, err: error }, 'an answer was not written');
        reply.destroy();
      });
    };
    for (const place of places) {
      const url = place.path.replace('{head}', options.head).replace(/\{(\w+)\}/g, ':$1');
      app.route({
        method: place.method,
        url,
        exposeHeadRoute: false,
        ...(call.upload
          ? { bodyLimit: UPLOAD_LIMIT_BYTES, onRequest: guardUpload(call.auth === 'none') }
          : {}),
        config: { limit },
        handler: (request, reply) => {
          reply.hijack();
          serve(request, replyOf(reply, options.headers));
        },
      });
    }
  }
}

/** Writes past the framework, whose own way of sending costs more than most handlers. */
function replyOf({ raw }: FastifyReply, common: readonly string[]): CallReply {
  return {
    send(status, headers, body) {
      raw.writeHead(status, [...common, ...headers]);
      raw.end(body);
    },
    destroy: () => void raw.destroy(),
  };
}

/** Whose call it is, once that is known. */
interface Caller {
  who: string | null;
}

/** The id of the API key that a request names: it is no secret, and nothing else of the header is taken. */
function keyIdOf(headers: CallRequest['headers']): string | null {
  const id = headers[KEY_HEADER];
  return typeof id === 'string' && /^ck_[\w-]{1,40}$/.test(id) ? `key ${id}` : null;
}

/** Runs a call and sends its answer. */
async function answer<T extends Table, Session>(
  call: Call,
  handler: AnyHandler,
  options: ServeCallsOptions<T, Session>,
  request: CallRequest,
  reply: CallReply,
): Promise<void> {
  const startedMs = performance.now();
  const language = languageOf(request.headers);
  const headers: string[] = [];
  const caller: Caller = { who: null };
  let status = 200;
  let code = 200;
  let body: EncodedBody | string;
  try {
    body = isShared(call, options, request)
      ? await sharedBody(call, handler, options, language, request, headers, caller)
      : successText(JSON.stringify(await run(call, handler, options, language, request, headers, caller)));
  } catch (error) {
    const refusal = asRefusal(error, call, request, options.log);
    code = errors[refusal.key].code;
    if (isNoted(refusal.key)) {
      const who = caller.who ?? keyIdOf(request.headers);
      options.refusals.note({ address: request.addressKey, who, call: call.name, why: refusal.key });
    }
    body = failureText(refusal.problem, language, options.translate);
    if (code >= 500 && code < 600) status = code;
  }
  const sent = isSentAsIs(body, call) ? body : await encoded(body, request, headers);
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
  reply.send(status, headers, sent);
}

/** True of a call and a caller whose answer is the same for everybody. */
function isShared<T extends Table, Session>(
  call: Call,
  { shared }: ServeCallsOptions<T, Session>,
  request: CallRequest,
): boolean {
  if (shared === null || !call.isShared) return false;
  if (call.auth === 'none') return true;
  return request.headers[KEY_HEADER] === undefined && tokenOf(request.headers) === null;
}

/** The kept bytes of an answer that is the same for everybody. */
async function sharedBody<T extends Table, Session>(
  call: Call,
  handler: AnyHandler,
  options: ServeCallsOptions<T, Session>,
  language: Language,
  request: CallRequest,
  headers: string[],
  caller: Caller,
): Promise<EncodedBody> {
  const make = async () =>
    successText(JSON.stringify(await run(call, handler, options, language, request, headers, caller)));
  const shared = options.shared as SharedAnswers;
  const { turns } = options;
  const key = `${language} ${request.url} ${JSON.stringify(request.body ?? null)}`;
  // Found first: what is there waits for no turn, nor for the turn of another who asked for the same.
  return shared.find(key) ?? turns.run(request.addressKey, () => shared.get(key, make));
}

function isSentAsIs(body: EncodedBody | string, call: Call): body is string {
  return typeof body === 'string' && (body.length < LEAST_COMPRESSED_BYTES || !isCompressible(call));
}

/** The bytes to send, compressed where that is worth it; their encoding goes into the headers. */
async function encoded(
  body: EncodedBody | string,
  request: CallRequest,
  headers: string[],
): Promise<Buffer | string> {
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
  request: CallRequest,
  headers: string[],
  caller: Caller,
): Promise<unknown> {
  refuseFromElsewhere(call, request);
  const notAfterMs = call.act ? deadlineOf(request, options.now()) : null;
  let session: Session | null = null;
  let token: string | null = null;
  const isSigned = request.headers[KEY_HEADER] !== undefined && options.byKey !== undefined;
  if (call.auth !== 'none') {
    if (isSigned) session = await options.byKey(call, signedRequestOf(request, options.now()));
    else {
      token = tokenOf(request.headers);
      const found = token === null ? null : options.authenticate(token);
      session = found instanceof Promise ? await found : found;
    }
    if (session === null && call.auth === 'required') throw new Refusal('SIGNED_OUT');
    if (session !== null) {
      caller.who = options.userKey(session);
      options.limit.admitUser(request, caller.who);
      const admitted = options.admit?.(call, session);
      if (admitted instanceof Promise) await admitted;
    }
  }
  const given = mergedParts(call, request);
  const key = keyOfAct(call, request, isSigned && session !== null);
  const context = {
    params: parsePart(call.params, request.params, 'params'),
    query: parsePart(call.query, given.query, 'query', isRead(call)),
    body: call.upload ? null : parsePart(call.body, given.body, 'body', isRead(call)),
    file: call.upload ? fileOfForm(request.body) : null,
    session,
    token,
    get idempotencyKey() {
      return key.read();
    },
    language,
    ip: request.clientAddress,
    headers: request.headers,
    setHeader(name, value) {
      validateHeaderValue(name, value);
      headers.push(name, value);
    },
    enter: entersNothing,
  } as CallContext<Call, Session>;
  const perform = () =>
    call.act
      ? runFrom(request.addressKey, () => runAct(() => performAct(call, handler, context, options.stepUp)))
      : pagesItself(call)
        ? handler(context)
        : turnedPage(context, LARGEST_PAGES[call.name] ?? null, handler, () =>
            options.limit.charge(request, caller.who),
          );
  const data = await key.told(() =>
    withDeadline(notAfterMs, () => (request.mayOnlyRepeat ? runOnlyRepeats(perform) : perform())),
  );
  if (call.isShared && !options.checkPublic) return data;
  const checked = call.data.safeParse(data);
  if (checked.success) return data;
  const told = { reqId: request.id, call: call.name, err: checked.error };
  const fitting = call.act ? null : fittingRows(call.data, data, checked.error.issues);
  if (fitting === null)
    throw new Error(`the answer of ${call.name} is not what the contract says`, { cause: checked.error });
  options.log.error({ ...told, left: fitting.left }, 'rows of an answer are not what the contract says');
  return fitting.data;
}

/**
 * The key of an act, and if its handler goes by it: one that does not can not tell a repeat of what it did from an act that
 * comes late for the first time, and says so.
 */
function keyOfAct(call: Call, { headers }: CallRequest, isSigned: boolean) {
  const key = parseIdempotencyKey(headers['idempotency-key']) ?? (isSigned ? keyOfSignature(headers) : null);
  let isKept = call.stepUp !== null;
  return {
    read(): string | null {
      isKept = true;
      return key;
    },
    async told(perform: () => unknown): Promise<unknown> {
      try {
        return await perform();
      } catch (error) {
        const isForgotten = !isKept && error instanceof Refusal && error.key === 'REQUEST_LATE';
        throw isForgotten ? new Refusal('REQUEST_LATE', { kept: false }) : error;
      }
    },
  };
}

/** The time after which the request may begin no new act: where it names none, the usual window from now on. */
function deadlineOf({ headers }: CallRequest, nowMs: number): number {
  return requestDeadline(headers, nowMs) ?? nowMs + REQUEST_WINDOW_MS;
}

/**
 * An act that is made by GET, as some addresses of the specification are, could be made by an image of any site: a
 * browser says where such a request comes from. @throws Refusal NOT_PERMITTED
 */
function refuseFromElsewhere(call: Call, { method, headers }: CallRequest): void {
  if (method !== 'GET' || (!call.act && call.method === 'GET')) return;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') throw new Refusal('NOT_PERMITTED');
}

function performAct<Session>(
  call: Call,
  handler: AnyHandler,
  context: CallContext<Call, Session>,
  stepUp: StepUpGate<Session> | undefined,
): unknown {
  if (call.stepUp === null || stepUp === undefined) return handler(context);
  return stepUp.run(call, context, async (enter) => handler({ ...context, enter }));
}

function asRefusal(error: unknown, call: Call, request: CallRequest, log: Logger): Refusal {
  if (error instanceof Refusal) return error;
  const key = keyOfFault(error, call.act);
  // a passing failure is logged once, by the part that is away, not by each call that meets it
  log[key === 'INTERNAL' ? 'error' : 'info'](
    { reqId: request.id, call: call.name, err: error },
    'a call failed',
  );
  return new Refusal(key);
}
