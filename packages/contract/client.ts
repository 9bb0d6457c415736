import type { Call, CallData, CallInput } from './define.ts';
import type { Envelope, Problem } from './envelope.ts';
import { SUCCESS_CODE } from './envelope.ts';
import { type ErrorKey, errorKeyOf } from './errors.ts';

export const REQUEST_TIMEOUT_MS = 300_000;

/** A call was answered with a code other than 200, or could not be made (`code` 0). */
export class CallError extends Error {
  readonly code: number;
  /** The catalogue's key; null where the answer did not come from the API. */
  readonly key: ErrorKey | null;
  readonly problem: Problem | null;
  readonly callName: string;

  constructor(callName: string, code: number, message: string, problem: Problem | null, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'CallError';
    this.callName = callName;
    this.code = code;
    this.key = problem?.key ?? errorKeyOf(code);
    this.problem = problem;
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
  readonly timeoutMs?: number;
  readonly fetch?: typeof globalThis.fetch;
}

export interface CallOptions {
  /** The caller's own key of this act, so that a retry is the same act. Made at random when left out. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/**
 * A random idempotency key that tells its age (`t`, the time in base 36, `-`, chance), so that the server can refuse it
 * once it is too old to be remembered. Make one for each act and use it again for each retry of that act.
 */
export function newActKey(nowMs: number): string {
  // Not randomUUID: browsers have that on pages served over https alone.
  const chance = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(chance, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `t${nowMs.toString(36)}-${hex}`;
}

type Table = Readonly<Record<string, Call>>;

type Arguments<C extends Call> =
  Record<string, never> extends CallInput<C>
    ? [input?: CallInput<C>, options?: CallOptions]
    : [input: CallInput<C>, options?: CallOptions];

export interface Client<T extends Table> {
  /**
   * Makes a call and resolves with its `data`.
   * @throws CallError when it is refused, times out or does not reach the server.
   */
  call<Name extends keyof T & string>(name: Name, ...rest: Arguments<T[Name]>): Promise<CallData<T[Name]>>;
}

interface LooseInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** Fills `{head}` and the path parameters and appends the query. */
export function callUrl(call: Call, head: string, input: LooseInput): string {
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

function isEnvelope(value: unknown): value is Envelope<unknown> {
  return (
    typeof value === 'object' && value !== null && typeof (value as { code?: unknown }).code === 'number'
  );
}

/** A fetch client of a call table. */
export function createClient<T extends Table>(table: T, options: ClientOptions): Client<T> {
  const doFetch = options.fetch ?? globalThis.fetch.bind(globalThis);
  const timeoutMs = options.timeoutMs ?? REQUEST_TIMEOUT_MS;

  async function send(call: Call, input: LooseInput, callOptions: CallOptions): Promise<Envelope<unknown>> {
    const language = options.language();
    const headers: Record<string, string> = { accept: 'application/json', lang: language, language };
    const token = options.token();
    if (token !== null) {
      headers.authorization = token;
      headers.satoken = token;
    }
    if (call.act) headers['idempotency-key'] = callOptions.idempotencyKey ?? newActKey(Date.now());
    const timeout = AbortSignal.timeout(timeoutMs);
    const init: RequestInit = {
      method: call.method,
      headers,
      credentials: 'same-origin',
      cache: 'no-store',
      signal: callOptions.signal === undefined ? timeout : AbortSignal.any([timeout, callOptions.signal]),
    };
    if (call.body !== null) {
      headers['content-type'] = 'application/json';
      init.body = JSON.stringify(input.body ?? {});
    }
    const response = await doFetch(options.baseUrl + callUrl(call, options.head, input), init);
    const answer: unknown = await response.json();
    if (!isEnvelope(answer)) throw new Error(`no envelope in the answer (HTTP ${response.status})`);
    return answer;
  }

  return {
    async call(name, ...rest) {
      const call = table[name] as Call;
      const [input, callOptions] = rest as unknown as [LooseInput | undefined, CallOptions | undefined];
      let answer: Envelope<unknown>;
      try {
        answer = await send(call, input ?? {}, callOptions ?? {});
      } catch (cause) {
        if (callOptions?.signal?.aborted === true) throw cause;
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
