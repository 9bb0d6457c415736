import { type IncomingHttpHeaders, STATUS_CODES } from 'node:http';
import { withoutLongNumbers } from '@candor/api';
import type { FastifyInstance } from 'fastify';
import type { CallReply, CallRequest, RouteCost } from './call-request.ts';
import { failureText, JSON_TYPE, languageOf, type Translate } from './envelope.ts';
import { KEEP_ALIVE_SECONDS, type PlainRequest } from './plain-request.ts';
import { type RequestLimit, refusedStatus } from './request-limit.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The calls that a plain request reaches without the framework; missing where an app has none. */
    plainCalls?: PlainCalls;
  }
}

/** A connection that a plain request came from, and that waits for its answer. */
export interface PlainSender {
  readonly clientAddress: string;
  readonly addressKey: string;
  /** Writes an answer whole; `close` ends the connection behind it. */
  write(head: string, body: Buffer | string, close: boolean): void;
  destroy(): void;
}

/** Serves a call: one answer to its sender, or the end of its connection. */
export type PlainCall = (request: PlainRequest, sender: PlainSender) => void;

export interface PlainCalls {
  /** The call at exactly this path; undefined where the framework is to look. */
  find(path: string): PlainCall | undefined;
}

export interface PlainRoute {
  readonly limit: RouteCost;
  readonly serve: (request: CallRequest, reply: CallReply) => void;
}

export interface PlainCallsOptions {
  readonly limit: RequestLimit;
  readonly translate: Translate;
  /** Headers of every answer, names and values by turns. */
  readonly headers: readonly string[];
}

const SECOND_MS = 1_000;
const KEPT = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_SECONDS}\r\n\r\n`;
const CLOSED = 'Connection: close\r\n\r\n';
const NOTHING = Object.freeze({});

let numberOfRequests = 0;

class PlainCallRequest implements CallRequest {
  readonly #request: PlainRequest;
  readonly #number = ++numberOfRequests;
  readonly method = 'POST';
  readonly params = NOTHING;
  readonly query = NOTHING;
  readonly routeOptions: CallRequest['routeOptions'];
  readonly clientAddress: string;
  readonly addressKey: string;
  readonly cost: number;
  mayOnlyRepeat = false;
  body: unknown = null;

  constructor(
    request: PlainRequest,
    sender: PlainSender,
    routeOptions: CallRequest['routeOptions'],
    cost: number,
  ) {
    this.#request = request;
    this.routeOptions = routeOptions;
    this.clientAddress = sender.clientAddress;
    this.addressKey = sender.addressKey;
    this.cost = cost;
  }

  get id(): string {
    return `plain-${this.#number.toString(36)}`;
  }

  get url(): string {
    return this.#request.path;
  }

  get headers(): IncomingHttpHeaders {
    return this.#request.headers;
  }

  get signedBody(): string {
    return this.#request.body;
  }
}

/**
 * Serves calls to plain requests as the framework would: counted before the body is looked at, the body read by the
 * framework's own reader of JSON, the same answers with the same headers.
 */
export function plainCalls(
  app: FastifyInstance,
  routes: ReadonlyMap<string, PlainRoute>,
  { limit, translate, headers }: PlainCallsOptions,
): PlainCalls {
  const common = linesOf(headers);
  const parseJson = jsonReader(app);

  function head(status: number, more: readonly string[], end: string): string {
    return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${common}${linesOf(more)}Date: ${dateNow()}\r\n${end}`;
  }

  function refuse(sender: PlainSender, status: number, text: string, close: boolean): void {
    const more = ['content-type', JSON_TYPE, 'content-length', String(Buffer.byteLength(text))];
    sender.write(head(status, more, close ? CLOSED : KEPT), text, close);
  }

  function callOf({ limit: routeCost, serve }: PlainRoute): PlainCall {
    const routeOptions = { config: { limit: routeCost } };
    const cost = routeCost.cost({ query: NOTHING });
    return (plain, sender) => {
      const request = new PlainCallRequest(plain, sender, routeOptions, cost);
      const waitMs = limit.count(request);
      if (waitMs > 0) {
        refuse(sender, refusedStatus(plain.path), limit.refusal(request, waitMs), false);
        return;
      }
      const body = parseJson(plain.body);
      if (body === undefined) {
        refuse(
          sender,
          400,
          failureText({ key: 'INVALID_INPUT' }, languageOf(plain.headers), translate),
          true,
        );
        return;
      }
      request.body = body;
      serve(request, {
        send: (status, more, text) => sender.write(head(status, more, KEPT), text, false),
        destroy: () => sender.destroy(),
      });
    };
  }

  const calls = new Map([...routes].map(([path, route]) => [path, callOf(route)]));
  return { find: (path) => calls.get(path) };
}

/** The framework's reader of JSON, which refuses prototypes; undefined where it refuses. */
function jsonReader(app: FastifyInstance): (text: string) => unknown {
  const parse = app.getDefaultJsonParser('error', 'error');
  let value: unknown;
  const done = (error: Error | null, parsed?: unknown): void => {
    value = error === null ? parsed : undefined;
  };
  return (text) => {
    value = undefined;
    parse(null as never, text, done);
    try {
      return value === undefined ? value : withoutLongNumbers(text, value);
    } catch (error) {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  };
}

function linesOf(pairs: readonly string[]): string {
  let lines = '';
  for (let at = 0; at < pairs.length; at += 2) lines += `${pairs[at]}: ${pairs[at + 1]}\r\n`;
  return lines;
}

let dateText = '';
let dateSecond = -1;

/** The Date header, made once a second as Node does. */
function dateNow(): string {
  const second = Math.floor(Date.now() / SECOND_MS);
  if (second !== dateSecond) {
    dateSecond = second;
    dateText = new Date(second * SECOND_MS).toUTCString();
  }
  return dateText;
}
