import { createPublicClient, HttpRequestError, http, RpcRequestError, TimeoutError } from 'viem';
import { getHttpRpcClient } from 'viem/utils';
import { ChainError } from '../chain-error.ts';

/**
 * Asks one node by JSON-RPC. Throws ChainError NODE_UNREACHABLE, NODE_LIMITED where the node is asked too often, or
 * NODE_REFUSED with the node's own words.
 */
export type AskNode = <Answer>(method: string, params: readonly unknown[]) => Promise<Answer>;

/** A node that does not answer within this time counts as unreachable. */
const TIMEOUT_MS = 10_000;
const TOO_MANY_REQUESTS = 429;
/** EIP-1474: the request exceeds a limit. */
const LIMIT_EXCEEDED = -32_005;

/**
 * Connects to a node. Nothing is retried here: whoever asks knows if a second request is safe. `fetchFn` may bound what is
 * read of an answer.
 */
export function connectNode(url: string, timeoutMs = TIMEOUT_MS, fetchFn: typeof fetch = fetch): AskNode {
  const client = createPublicClient({ transport: http(url, { retryCount: 0, timeout: timeoutMs, fetchFn }) });
  return async <Answer>(method: string, params: readonly unknown[]) => {
    try {
      return (await client.request({ method, params } as never)) as Answer;
    } catch (error) {
      throw chainErrorOf(error);
    }
  };
}

/** The most requests that one HTTP request carries: nodes limit it. */
const MOST_TOGETHER = 50;
/** Requests of a batch that got no answer in time and are sent by themselves at once. */
const APART_AT_ONCE = 4;
/** The HTTP statuses of a node that takes no batch, or none of this size. */
const REFUSES_BATCH: ReadonlySet<number> = new Set([400, 405, 413, 415, 422]);

interface Waiting {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly resolve: (answer: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Asks one node like `connectNode`, but what is asked within one turn travels in one HTTP request, in its order. A node that
 * takes no such batch gets each request by itself from then on, and so does a batch that it does not answer in time. Only for
 * requests that may be sent twice.
 */
export function connectTogether(url: string, alone: AskNode, timeoutMs = TIMEOUT_MS): AskNode {
  const client = getHttpRpcClient(url, { timeout: timeoutMs });
  let waiting: Waiting[] = [];
  let takesBatches = true;

  const sendAlone = ({ method, params, resolve, reject }: Waiting): void => {
    alone<never>(method, params).then(resolve, reject);
  };

  /** One of them may have taken all of the node's time: each gets a time of its own. */
  async function sendApart(asked: readonly Waiting[]): Promise<void> {
    const next = asked.values();
    const some = async (): Promise<void> => {
      for (const { method, params, resolve, reject } of next)
        await alone<never>(method, params).then(resolve, reject);
    };
    await Promise.all(Array.from({ length: APART_AT_ONCE }, some));
  }

  async function send(asked: readonly Waiting[]): Promise<void> {
    if (asked.length === 1 || !takesBatches) return asked.forEach(sendAlone);
    const body = asked.map(({ method, params }, id) => ({ method, params: [...params], id }));
    try {
      const answers = await client.request({ body });
      const byId = new Map(answers.map((answer) => [answer.id, answer]));
      // A node that refuses a batch as a whole gives no request its own answer.
      takesBatches = body.some(({ id }) => byId.has(id));
      for (const [id, each] of asked.entries()) {
        const answer = byId.get(id);
        if (answer === undefined) sendAlone(each);
        else if (answer.error === undefined) each.resolve(answer.result as never);
        else each.reject(chainErrorOf(new RpcRequestError({ body: body[id]!, error: answer.error, url })));
      }
    } catch (error) {
      if (error instanceof TimeoutError) return sendApart(asked);
      const isRefused =
        error instanceof RpcRequestError ||
        (error instanceof HttpRequestError && REFUSES_BATCH.has(error.status ?? 0));
      if (isRefused) takesBatches = false;
      const failure = chainErrorOf(error);
      for (const each of asked)
        if (isRefused) sendAlone(each);
        else each.reject(failure);
    }
  }

  return (method, params) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0)
        queueMicrotask(() => {
          const asked = waiting;
          waiting = [];
          for (let from = 0; from < asked.length; from += MOST_TOGETHER)
            void send(asked.slice(from, from + MOST_TOGETHER));
        });
      waiting.push({ method, params, resolve: resolve as never, reject });
    });
}

/** The node's refusal, or its silence, as a typed error. The URL stays out of it: it may hold a key. */
function chainErrorOf(error: unknown): ChainError {
  for (let cause = error; cause instanceof Error; cause = cause.cause as Error) {
    const isLimit =
      cause instanceof RpcRequestError && (cause.code === LIMIT_EXCEEDED || cause.code === TOO_MANY_REQUESTS);
    if (isLimit || (cause instanceof HttpRequestError && cause.status === TOO_MANY_REQUESTS))
      return new ChainError('NODE_LIMITED', 'The node is asked too often');
    if (cause instanceof RpcRequestError)
      return new ChainError('NODE_REFUSED', `The node refuses: ${cause.details}`, {
        cause: { code: cause.code },
      });
  }
  return new ChainError('NODE_UNREACHABLE', 'The node of the chain does not answer');
}
