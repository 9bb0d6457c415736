import { ChainError } from '../chain-error.ts';

/**
 * Asks Bitcoin Core by JSON-RPC. Numbers with a fraction arrive as the text that the node wrote: amounts are never floats.
 * Throws ChainError NODE_UNREACHABLE, or NODE_REFUSED with the node's own words and its code as the cause.
 */
export type AskBitcoinNode = <Answer>(method: string, params: readonly unknown[]) => Promise<Answer>;

export interface BitcoinNode {
  readonly ask: AskBitcoinNode;
  /**
   * Asks the same of several in batches, each of which is one request. Returns an answer for each, in their order: a refusal of
   * one is a ChainError NODE_REFUSED in its place, and any other failure is thrown.
   */
  askEach<Answer>(
    method: string,
    params: readonly (readonly unknown[])[],
  ): Promise<readonly (Answer | ChainError)[]>;
}

/** Core's code of a refusal; null for an error of another kind. */
export function refusalCode(error: unknown): number | null {
  if (!(error instanceof ChainError) || error.code !== 'NODE_REFUSED') return null;
  return (error.cause as { readonly code?: number } | undefined)?.code ?? null;
}

/** Returns null for a refusal with this code, and throws every other error. */
export function refusedNothing(error: unknown, code: number): null {
  if (refusalCode(error) === code) return null;
  throw error;
}

const TIMEOUT_MS = 30_000;
/** A batch takes one place of the node's queue, and is answered whole. */
const MOST_IN_BATCH = 100;
const WHOLE = /^-?\d+$/;

interface RpcAnswer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string } | null;
}

/** Connects to a node; user and password stand in the URL. Nothing is retried here: whoever asks knows if that is safe. */
export function connectBitcoinNode(url: string, timeoutMs = TIMEOUT_MS): BitcoinNode {
  const { username, password, ...place } = splitUrl(url);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const send = (requests: object) => post(place.url, authorization, timeoutMs, requests);
  let last = 0;
  const request = (method: string, params: readonly unknown[]) => {
    last += 1;
    return { jsonrpc: '1.0', id: last, method, params };
  };
  return {
    async ask<Answer>(method: string, params: readonly unknown[]) {
      const result = resultOf((await send(request(method, params))) as RpcAnswer);
      if (result instanceof ChainError) throw result;
      return result as Answer;
    },
    async askEach<Answer>(method: string, params: readonly (readonly unknown[])[]) {
      const results: (Answer | ChainError)[] = [];
      for (let first = 0; first < params.length; first += MOST_IN_BATCH) {
        const batch = params.slice(first, first + MOST_IN_BATCH).map((each) => request(method, each));
        const answers = (await send(batch)) as readonly RpcAnswer[];
        if (!Array.isArray(answers)) throw incomplete();
        const byId = new Map(answers.map((answer) => [answer.id, answer]));
        for (const { id } of batch) {
          const answer = byId.get(id);
          if (answer === undefined) throw incomplete();
          results.push(resultOf(answer) as Answer | ChainError);
        }
      }
      return results;
    },
  };
}

/** Returns the result of an answer, or its refusal. Throws ChainError NODE_INCONSISTENT where it has neither. */
function resultOf({ result, error }: RpcAnswer): unknown {
  if (error !== null && error !== undefined)
    return new ChainError('NODE_REFUSED', `The node refuses: ${error.message}`, {
      cause: { code: error.code },
    });
  if (result === undefined)
    throw new ChainError('NODE_INCONSISTENT', 'The answer of the node has neither a result nor an error');
  return result;
}

const incomplete = () =>
  new ChainError('NODE_INCONSISTENT', 'The node does not answer each request of a batch');

/** Core answers a refusal with an HTTP error and the same body. The URL stays out of errors: it holds a password. */
async function post(
  url: string,
  authorization: string,
  timeoutMs: number,
  requests: object,
): Promise<unknown> {
  let status = 0;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(requests),
      signal: AbortSignal.timeout(timeoutMs),
    });
    status = response.status;
    return parse(await response.text());
  } catch (cause) {
    if (status === 401 || status === 403)
      throw new ChainError('NODE_UNREACHABLE', 'The node of the chain refuses user and password');
    throw new ChainError('NODE_UNREACHABLE', 'The node of the chain does not answer', {
      cause: cause instanceof Error ? cause.name : undefined,
    });
  }
}

function parse(text: string): unknown {
  const keepFractions = (_: string, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' && context?.source !== undefined && !WHOLE.test(context.source)
      ? context.source
      : value;
  return JSON.parse(text, keepFractions as (key: string, value: unknown) => unknown);
}

function splitUrl(text: string): {
  readonly url: string;
  readonly username: string;
  readonly password: string;
} {
  const url = new URL(text);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  return {
    url: url.href,
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
  };
}
