import type { IncomingHttpHeaders } from 'node:http';

/** Declares the cost of a route; a route without one costs a point. */
export interface RouteCost {
  /** The points of a request, before anything of its body is read. */
  readonly cost: (request: Pick<CallRequest, 'query'>) => number;
  /** Marks a route whose retries have a key: a retry may pass where a new request may not. */
  readonly repeatable: boolean;
}

/** A request to a call, as Fastify read it. */
export interface CallRequest {
  readonly id: string;
  readonly method: string;
  /** The target as it came, with its query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly params: unknown;
  readonly query: unknown;
  readonly body?: unknown;
  /** The body as it came, of a request that an API key signed. */
  readonly signedBody: string;
  readonly routeOptions: { readonly config?: { readonly limit?: RouteCost } };
  /** Address that the request came from. */
  readonly clientAddress: string;
  /** Identifies the address in the counts. */
  readonly addressKey: string;
  /** The points that it cost. */
  readonly cost: number;
  /** The budget is spent: it may repeat an act that was done, and do nothing new. */
  mayOnlyRepeat: boolean;
}

/** Sends the answer of a call. */
export interface CallReply {
  /** `headers` come behind those that every answer has, names and values by turns. */
  send(status: number, headers: readonly string[], body: Buffer | string): void;
  /** Ends the connection without an answer. */
  destroy(): void;
}
