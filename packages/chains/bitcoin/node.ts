import { ChainError } from '../chain-error.ts';

/**
 * Asks Bitcoin Core by JSON-RPC. Numbers with a fraction arrive as the text that the node wrote: amounts are never floats.
 * Throws ChainError NODE_UNREACHABLE, or NODE_REFUSED with the node's own words and its code as the cause.
 */
export type AskBitcoinNode = <Answer>(method: string, params: readonly unknown[]) => Promise<Answer>;

/** Core's code of a refusal; null for an error of another kind. */
export function refusalCode(error: unknown): number | null {
  if (!(error instanceof ChainError) || error.code !== 'NODE_REFUSED') return null;
  return (error.cause as { readonly code?: number } | undefined)?.code ?? null;
}

const TIMEOUT_MS = 30_000;
const WHOLE = /^-?\d+$/;

interface RpcAnswer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string } | null;
}

/** Connects to a node; user and password stand in the URL. Nothing is retried here: whoever asks knows if that is safe. */
export function connectBitcoinNode(url: string, timeoutMs = TIMEOUT_MS): AskBitcoinNode {
  const { username, password, ...place } = splitUrl(url);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  let last = 0;
  return async <Answer>(method: string, params: readonly unknown[]) => {
    last += 1;
    const answer = await post(place.url, authorization, timeoutMs, { id: last, method, params });
    if (answer.error !== null && answer.error !== undefined)
      throw new ChainError('NODE_REFUSED', `The node refuses: ${answer.error.message}`, {
        cause: { code: answer.error.code },
      });
    if (answer.result === undefined)
      throw new ChainError('NODE_INCONSISTENT', 'The answer of the node has neither a result nor an error');
    return answer.result as Answer;
  };
}

/** Core answers a refusal with an HTTP error and the same body. The URL stays out of errors: it holds a password. */
async function post(
  url: string,
  authorization: string,
  timeoutMs: number,
  request: object,
): Promise<RpcAnswer> {
  let status = 0;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '1.0', ...request }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    status = response.status;
    return parse(await response.text()) as RpcAnswer;
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
