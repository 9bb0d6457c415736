import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createBudgets } from '../budgets.ts';
import { addressKey } from '../client-address.ts';

export interface ConnectionGuardOptions {
  /** TCP connections over all addresses; more are closed at once. */
  readonly maxConnections: number;
  /** TCP connections of one address, IPv6 by /64; null behind a proxy, where all come from the proxy. */
  readonly maxPerAddress: number | null;
  /** Receives the errors of accepting connections, such as a full table of open files. */
  readonly onError: (error: unknown) => void;
}

/** Time for the head of a request, and for the whole of it; a client that needs longer is cut off. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;
const TIMEOUT_CHECK_MS = 2_000;
/** Requests of one connection that may wait for their answers; only a flood pipelines more. */
const MAX_PIPELINED = 32;

/** New connections of one address; a client that keeps them alive needs few. */
const NEW_CONNECTIONS = { burst: 1_024, perSecond: 256 };

/** Options of `createServer` that bound how long a request may take to arrive. */
export const requestTimeouts = {
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  connectionsCheckingInterval: TIMEOUT_CHECK_MS,
};

/**
 * Keeps the faults of a client's connection from the process, and bounds how many connections there are. Each accepted
 * socket has an error listener for its whole life: HTTP takes its own off when a request is upgraded, and a reset in
 * that moment would otherwise be an uncaught exception.
 */
export function guardConnections(server: Server, options: ConnectionGuardOptions): void {
  const perAddress = new Map<string, number>();
  const newConnections = createBudgets(NEW_CONNECTIONS, () => performance.now());
  server.maxConnections = options.maxConnections;
  server.on('error', options.onError);
  server.on('connection', (socket: Socket) => {
    socket.on('error', ignore);
    if (options.maxPerAddress === null) return;
    const address = socket.remoteAddress ?? '';
    const key = addressKey(address);
    const open = perAddress.get(key) ?? 0;
    if (open >= options.maxPerAddress || newConnections.take(address, 1) !== 'admitted') {
      socket.destroy();
      return;
    }
    perAddress.set(key, open + 1);
    socket.once('close', () => {
      const left = perAddress.get(key)! - 1;
      if (left === 0) perAddress.delete(key);
      else perAddress.set(key, left);
    });
  });
}

/**
 * Runs a request's handler so that what it throws ends this connection only, and cuts off a connection that sends
 * requests without waiting for answers.
 */
export function guardRequests(handle: RequestListener, onError: (error: unknown) => void): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    // Requests that the parser had already read when the connection was cut off.
    if (socket.destroyed) return;
    response.on('error', ignore);
    const count = (waiting.get(socket) ?? 0) + 1;
    if (count > MAX_PIPELINED) {
      socket.destroy();
      return;
    }
    waiting.set(socket, count);
    response.once('close', () => waiting.set(socket, waiting.get(socket)! - 1));
    try {
      handle(request, response);
    } catch (error) {
      onError(error);
      socket.destroy();
    }
  };
}

/** The socket is gone; whoever serves it sees that by its `close`. */
function ignore(): void {}
