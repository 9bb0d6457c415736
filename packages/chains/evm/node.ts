import { createPublicClient, HttpRequestError, http, RpcRequestError } from 'viem';
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

/** Connects to a node. Nothing is retried here: whoever asks knows if a second request is safe. */
export function connectNode(url: string, timeoutMs = TIMEOUT_MS): AskNode {
  const client = createPublicClient({ transport: http(url, { retryCount: 0, timeout: timeoutMs }) });
  return async <Answer>(method: string, params: readonly unknown[]) => {
    try {
      return (await client.request({ method, params } as never)) as Answer;
    } catch (error) {
      throw chainErrorOf(error);
    }
  };
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
