import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createBudgets, SITE_FACTOR } from '../../base/limits/budgets.ts';
import { addressKey, type ClientAddress, siteKey } from '../../base/limits/client-address.ts';
import type { RequestTurns } from './request-turns.ts';

export interface ConnectionGuardOptions {
  /** TCP connections over all addresses; more are closed at once. */
  readonly maxConnections: number;
  /** TCP connections of one address, IPv6 by /64, eight times as many by /48. */
  readonly maxPerAddress: number;
  /** True for an address of a proxy of ours, which may open any number: those of all its clients. */
  readonly isProxy: (peer: Pick<IncomingMessage, 'socket'>) => boolean;
  /** The number of doors that share the port: each door admits its share of an address's connections. */
  readonly doors: number;
  /** Receives the errors of accepting connections, such as a full table of open files. */
  readonly onError: (error: unknown) => void;
  /** The clock of the limits in ms; the process's own where it is left out. */
  readonly now?: (() => number) | undefined;
}

/** Time for the head of a request, and for the whole of it; a client that needs longer is cut off. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;
const TIMEOUT_CHECK_MS = 2_000;
/** All headers of a request; browsers send us one or two KB. */
const MAX_HEAD_BYTES = 8_192;
/** Requests of one connection that may wait for their answers; only a flood pipelines more. */
const MAX_PIPELINED = 8;

/** New connections of one address; a client that keeps them alive needs few. */
const NEW_CONNECTIONS = { burst: 1_024, perSecond: 256 };

/** Options of `createServer` that bound how long a request may take to arrive, and its head. */
export const requestBounds = {
  maxHeaderSize: MAX_HEAD_BYTES,
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
  const { doors } = options;
  const maxPerAddress = Math.ceil(options.maxPerAddress / doors);
  const open = new Map<string, number>();
  const { burst, perSecond } = NEW_CONNECTIONS;
  const share = { burst: Math.ceil(burst / doors), perSecond: Math.ceil(perSecond / doors) };
  const newConnections = createBudgets(share, options.now ?? (() => performance.now()));
  server.maxConnections = options.maxConnections;
  // An error before this ends the start, and is not a fault of a connection.
  server.once('listening', () => server.on('error', options.onError));
  server.on('connection', (socket: Socket) => {
    socket.on('error', ignore);
    stopParsing(socket);
    if (options.isProxy({ socket })) return;
    const address = socket.remoteAddress ?? '';
    const key = addressKey(address);
    const site = siteKey(key);
    const shares =
      site === null
        ? [{ of: key, most: maxPerAddress }]
        : [
            { of: key, most: maxPerAddress },
            { of: site, most: maxPerAddress * SITE_FACTOR },
          ];
    const full = shares.some(({ of, most }) => (open.get(of) ?? 0) >= most);
    if (full || newConnections.take(address, 1) !== 'admitted') {
      socket.destroy();
      return;
    }
    for (const { of } of shares) open.set(of, (open.get(of) ?? 0) + 1);
    socket.once('close', () => {
      for (const { of } of shares) {
        const left = open.get(of)! - 1;
        if (left === 0) open.delete(of);
        else open.set(of, left);
      }
    });
  });
}

/** The part of Node's HTTP parser that is used here: what it calls at the end of each head. */
interface Parser {
  onIncoming(request: IncomingMessage & { upgrade: boolean }, keepAlive: boolean): number;
}

/** Return value that makes the parser skip the rest of its input: as after an upgrade, the bytes are not HTTP. */
const LEAVE_THE_REST = 2;

/**
 * Ends the parser's work where a connection is cut off. Without it the parser goes through all that it was given, up to
 * 64 KB of it with 2,400 requests, in one piece. A body of unknown length ends the connection too: each of its chunks,
 * which may have one byte, would cost as much as a request. Node has no option for either.
 */
function stopParsing(socket: Socket): void {
  const { parser } = socket as Socket & { readonly parser?: Parser };
  if (parser === undefined) return;
  const handle = parser.onIncoming;
  parser.onIncoming = (request, keepAlive) => {
    if (socket.writable && request.headers['transfer-encoding'] === undefined)
      return handle(request, keepAlive);
    request.upgrade = false;
    if (socket.writable) socket.end(LENGTH_REQUIRED, () => socket.destroy());
    return LEAVE_THE_REST;
  };
}

const LENGTH_REQUIRED = 'HTTP/1.1 411 Length Required\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

export interface RequestGuardOptions {
  /** Whom a request is counted by when it has to wait for its turn. */
  readonly clientAddress: ClientAddress;
  /** Shared with whoever else begins requests. */
  readonly turns: RequestTurns;
  /** Receives what a handler throws; its connection has been cut off. */
  readonly onError: (error: unknown) => void;
}

/**
 * Runs a request's handler so that what it throws ends this connection only, and cuts off a connection that sends
 * requests without waiting for answers. Under a flood the addresses take turns.
 */
export function guardRequests(
  handle: RequestListener,
  { clientAddress, turns, onError }: RequestGuardOptions,
): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    response.on('error', ignore);
    const count = (waiting.get(socket) ?? 0) + 1;
    if (count > MAX_PIPELINED) {
      socket.destroy();
      return;
    }
    waiting.set(socket, count);
    response.once('close', () => waiting.set(socket, waiting.get(socket)! - 1));
    const begin = () => {
      // It may have been cut off while the request waited.
      if (socket.destroyed) return;
      try {
        handle(request, response);
      } catch (error) {
        onError(error);
        socket.destroy();
      }
    };
    if (!turns.run(() => addressKey(clientAddress(request)), begin)) socket.destroy();
  };
}

/** The socket is gone; whoever serves it sees that by its `close`. */
function ignore(): void {}
