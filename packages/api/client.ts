import { REQUEST_TIMEOUT_MS } from '@candor/products';
import { type ActPhase, CHECK_FOR_MS, type Delivery, performAct, Undelivered } from './act.ts';
import type { Call, CallData, CallInput } from './define.ts';
import type { Envelope, Problem } from './envelope.ts';
import { REQUEST_WINDOW_MS, SUCCESS_CODE } from './envelope.ts';
import { type ErrorKey, errorKeyOf, errors } from './errors.ts';
import { STEP_UP_HEADER, type StepUpNeed } from './factors/step-up.ts';
import type { Route, Routes } from './route.ts';
import { createServerClock, type ServerClock } from './server-clock.ts';

/** A call was answered with a code other than 200, or could not be made (`code` 0). */
export class CallError extends Error {
  readonly code: number;
  /** The catalogue's key; null where the answer did not come from the API. */
  readonly key: ErrorKey | null;
  readonly problem: Problem | null;
  readonly callName: string;
  /** Delivery of the act: without an answer, it states whether the act certainly did not leave. */
  readonly delivery: Delivery;

  constructor(callName: string, code: number, message: string, problem: Problem | null, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'CallError';
    this.callName = callName;
    this.code = code;
    this.key = problem?.key ?? errorKeyOf(code);
    this.problem = problem;
    this.delivery = code !== 0 ? 'answered' : cause instanceof Undelivered ? cause.delivery : 'unknown';
  }
}

export interface ClientOptions {
  /** Origin without a slash at its end; '' for the page's own. */
  readonly baseUrl: string;
  /** The prefix that stands for {head}. */
  readonly head: string;
  /** The session token now, null when signed out. */
  readonly token: () => string | null;
  /** The locale now, such as 'en'. */
  readonly language: () => string;
  /** Called before the CallError is thrown when a call is answered with code 401. */
  readonly onUnauthorized?: (error: CallError) => void;
  /**
   * Asks the user for the factors that an act waits for. Resolves with true once they were shown: the act is then sent
   * again, under the same key. False leaves it refused.
   */
  readonly onStepUp?: (need: StepUpNeed) => Promise<boolean>;
  /** Called when an act was refused because the account has too few factors for it. */
  readonly onSetUpFirst?: () => void;
  /** Maximum time to wait for a call that changes nothing. */
  readonly timeoutMs?: number;
  /** Time after its call within which an act may reach the server; 5 s where it is left out. */
  readonly actWindowMs?: number;
  /** Time for which a late act is asked for before its outcome counts as unknown. */
  readonly checkForMs?: number;
  /** False where the caller repeats acts itself, with keys of its own. */
  readonly repeatActs?: boolean;
  /** Shared with every other reader of the server's time. */
  readonly clock?: ServerClock;
  /** False only where it is certain that nothing can leave this machine. */
  readonly online?: () => boolean;
  readonly fetch?: typeof globalThis.fetch;
}

export interface CallOptions {
  /** The caller's own key of this act, so that a retry is the same act. Made at random when left out. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** Time from now within which the act may still reach the server, at most 60 s. */
  readonly windowMs?: number;
  /** Called when an act begins, and again when it is late and its outcome is being asked for. */
  readonly onPhase?: (phase: ActPhase) => void;
}

/**
 * Returns a random idempotency key that states its age (`t`, the time in base 36, `-`, chance). The server can reject
 * it
 * once it is too old to be remembered. Make one for each act and reuse it for each retry of that act. The time is the
 * server's, for the device's own may be years off; while it is not known (null), the key states no age.
 */
export function newActKey(serverMs: number | null): string {
  // Not randomUUID: browsers have that on pages served over https alone.
  const chance = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(chance, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return serverMs === null ? `u-${hex}` : `t${serverMs.toString(36)}-${hex}`;
}

type Table = Readonly<Record<string, Call>>;

type Arguments<C extends Call> =
  Record<string, never> extends CallInput<C>
    ? [input?: CallInput<C>, options?: CallOptions]
    : [input: CallInput<C>, options?: CallOptions];

export interface Client<T extends Table> {
  /**
   * Makes a call and resolves with its `data`. An act reaches the server within its window or never; where no answer
   * comes the same request is made again, which does nothing twice, until its outcome is known.
   * @throws CallError when it is refused, times out or does not reach the server; see its `delivery`.
   */
  call<Name extends keyof T & string>(name: Name, ...rest: Arguments<T[Name]>): Promise<CallData<T[Name]>>;
}

interface LooseInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly file?: Blob;
}

/** The form of an upload: the file, and the type that stands for an image. */
function formOf(file: Blob): FormData {
  const form = new FormData();
  form.set('file', file, 'file');
  form.set('type', '0');
  return form;
}

/** Fills `{head}` and the path parameters and appends the query. */
export function callUrl(call: Pick<Route, 'path'>, head: string, input: LooseInput): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(name === 'head' ? head : String(input.params?.[name] ?? '')),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

/**
 * Reads an answer in the common form. A failure may say its words as `error_description` instead, as gateways do, and then
 * without a code too: the status of HTTP is its code. Null for what is no answer of the API.
 */
function envelopeOf(value: unknown, status: number): Envelope<unknown> | null {
  if (typeof value !== 'object' || value === null) return null;
  const answer = value as Readonly<Record<string, unknown>>;
  const described = typeof answer.error_description === 'string' ? answer.error_description : null;
  const code = answer.code ?? (described === null ? null : status);
  if (typeof code !== 'number') return null;
  const said = typeof answer.msg === 'string' ? answer.msg.trim() : '';
  return {
    ...answer,
    code,
    msg: said === '' ? (described ?? '') : said,
    data: answer.data ?? null,
  } as Envelope<unknown>;
}

/** Shared parts of a client that have a default. */
interface Line {
  readonly options: ClientOptions;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: ServerClock;
  readonly online: () => boolean;
}

function lineOf(options: ClientOptions): Line {
  return {
    options,
    fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
    clock: options.clock ?? createServerClock(),
    online:
      options.online ?? (() => (globalThis.navigator as { onLine?: boolean } | undefined)?.onLine !== false),
  };
}

/** One call with its input and the caller's wishes. */
interface Asked {
  readonly call: Route;
  readonly input: LooseInput;
  readonly callOptions: CallOptions;
}

interface Patience {
  readonly patienceMs: number;
  readonly signal: AbortSignal | undefined;
}

async function fetchInTime(line: Line, url: string, init: RequestInit, { patienceMs, signal }: Patience) {
  const { fetch } = line;
  const timeout = AbortSignal.timeout(patienceMs);
  const response = await fetch(line.options.baseUrl + url, {
    ...init,
    credentials: 'same-origin',
    cache: 'no-store',
    signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
  });
  const serverMs = Number(response.headers.get('server-time') ?? Number.NaN);
  if (Number.isSafeInteger(serverMs)) line.clock.learn(serverMs);
  return response;
}

/** Method, headers and body of a request. */
function initOf(
  { call, input }: Asked,
  options: ClientOptions,
  actHeaders: Readonly<Record<string, string>>,
) {
  const language = options.language();
  const headers: Record<string, string> = {
    accept: 'application/json',
    lang: language,
    language,
    ...actHeaders,
  };
  const token = options.token();
  if (token !== null) {
    headers.authorization = token;
    headers.satoken = token;
  }
  const init: RequestInit = { method: call.method, headers };
  if (call.hasBody) {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(input.body ?? {});
  }
  // no content type: the form's boundary is the browser's own
  if (call.upload && input.file !== undefined) init.body = formOf(input.file);
  return init;
}

async function send(
  line: Line,
  request: Asked,
  actHeaders: Readonly<Record<string, string>>,
  patienceMs: number,
): Promise<Envelope<unknown>> {
  const url = callUrl(request.call, line.options.head, request.input);
  const init = initOf(request, line.options, actHeaders);
  const response = await fetchInTime(line, url, init, { patienceMs, signal: request.callOptions.signal });
  const answer = envelopeOf(await response.json(), response.status);
  if (answer === null) throw new Error(`no envelope in the answer (HTTP ${response.status})`);
  return answer;
}

function act(line: Line, request: Asked, key: string, challenge: string | null): Promise<Envelope<unknown>> {
  const { options, clock, online } = line;
  const { signal, onPhase, windowMs = options.actWindowMs ?? REQUEST_WINDOW_MS } = request.callOptions;
  return performAct({
    windowMs,
    checkForMs: options.checkForMs ?? CHECK_FOR_MS,
    repeats: options.repeatActs ?? true,
    clock,
    synchronize: async () => void (await fetchInTime(line, '/livez', {}, { patienceMs: windowMs, signal })),
    online,
    signal,
    onPhase,
    send: (timeMs, patienceMs) => {
      const headers = {
        'idempotency-key': key,
        'request-time': String(timeMs),
        'request-window': String(windowMs),
        ...(challenge === null ? {} : { [STEP_UP_HEADER]: challenge }),
      };
      return send(line, request, headers, patienceMs);
    },
  });
}

/** Sends an act; where it waits for factors, asks for them and sends it again with the challenge that they met. */
async function actWithFactors(line: Line, request: Asked) {
  const { options, clock } = line;
  const key = request.callOptions.idempotencyKey ?? newActKey(clock.nowMs());
  let challenge: string | null = null;
  for (;;) {
    const answer = await act(line, request, key, challenge);
    if (answer.code === errors.STEP_UP_SETUP_FIRST.code) options.onSetUpFirst?.();
    if (answer.code !== errors.STEP_UP_REQUIRED.code || options.onStepUp === undefined) return answer;
    const need: StepUpNeed | undefined = (answer.data as Problem | null)?.stepUp;
    if (need === undefined || !(await options.onStepUp(need))) return answer;
    challenge = need.challenge;
  }
}

/** A fetch client of a table's routes. */
export function createClient<T extends Table>(routes: Routes<T>, options: ClientOptions): Client<T> {
  const line = lineOf(options);
  const timeoutMs = options.timeoutMs ?? REQUEST_TIMEOUT_MS;
  return {
    async call(name, ...rest) {
      const call: Route = routes[name];
      const [input = {}, callOptions = {}] = rest as unknown as [LooseInput?, CallOptions?];
      const request = { call, input, callOptions };
      let answer: Envelope<unknown>;
      try {
        answer = call.act ? await actWithFactors(line, request) : await send(line, request, {}, timeoutMs);
      } catch (cause) {
        if (callOptions.signal?.aborted === true) throw cause;
        const message = cause instanceof Error ? cause.message : String(cause);
        throw new CallError(name, 0, message, null, cause);
      }
      if (answer.code === SUCCESS_CODE) return answer.data as never;
      const error = new CallError(name, answer.code, answer.msg, answer.data as Problem | null);
      if (error.code === 401) options.onUnauthorized?.(error);
      throw error;
    },
  };
}
