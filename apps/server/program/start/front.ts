import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartupError } from '../../base/errors/startup-error.ts';
import { clientAddressReader, proxyPeer } from '../../base/limits/client-address.ts';
import { guardConnections, guardRequests, requestBounds } from './guard-connections.ts';
import { holdUpgrades } from './held-upgrades.ts';
import { listenMore } from './listeners.ts';
import { RequestTurns } from './request-turns.ts';

export interface FrontOptions {
  readonly host: string;
  readonly port: number;
  /** The variable that sets the port, for the message when it is taken. */
  readonly portVariable: string;
  /** Why the program is not ready, per part; empty when it is. */
  readonly notReady: () => Readonly<Record<string, string>>;
  /** Addresses and networks of our proxies, which may open any number of connections. */
  readonly proxies: readonly string[];
  /** Receives what went wrong with one connection or one request; nothing of it stops the service. */
  readonly onError: (error: unknown) => void;
  /** The number of doors that share the port and the connections that one address may open; one by default. */
  readonly doors?: number;
  /** The time that an upgrade request waits for the sockets' own listener before it is refused. */
  readonly upgradePatienceMs?: number;
  /** The clock of the limits in ms; the process's own where it is left out. */
  readonly now?: () => number;
}

export interface Front {
  readonly server: Server;
  /** The port listened on: the one asked for, or a free one when that was 0. */
  readonly port: number;
  /** Routes requests to this listener from now on; until then clients are asked to come back. */
  mount(request: RequestListener): void;
  /** Stops listening, lets running requests end, and cuts off what still hangs after `graceMs`. */
  close(): Promise<void>;
}

const graceMs = 3_000;
/** The time that a socket waits during a start: clients must be reconnected 5 s after their door has died. */
const upgradePatienceMs = 5_000;
const maxConnections = 10_000;
/** A browser opens six for pages and calls beside its sockets; many of them may share one address. */
const maxConnectionsPerAddress = 512;

/**
 * Listens at once, before the rest has started, so that a taken port is known early and `/livez` and `/readyz`
 * answer while a long recovery or build runs. Throws PORT_TAKEN.
 */
export async function openFront(options: FrontOptions): Promise<Front> {
  let handle: RequestListener | null = null;
  const { proxies, onError } = options;
  const clientAddress = clientAddressReader(proxies);
  const turns = new RequestTurns();
  const server = createServer(
    { ...requestBounds, shouldUpgradeCallback: asksForWebSocket },
    guardRequests(
      (request, response) => {
        if (handle !== null) handle(request, response);
        else answerWhileStarting(request.url ?? '/', options, response);
      },
      { clientAddress, turns, onError },
    ),
  );
  guardConnections(server, {
    maxConnections,
    maxPerAddress: maxConnectionsPerAddress,
    isProxy: proxyPeer(proxies),
    onError,
    doors: options.doors ?? 1,
    now: options.now,
  });
  const refuseHeld = holdUpgrades(server, options.upgradePatienceMs ?? upgradePatienceMs);
  if ((options.doors ?? 1) === 1 && options.port !== 0) await refuseTaken(options);
  await listen(server, { ...options, reusePort: true });
  const { port } = server.address() as AddressInfo;
  const more = await listenMore(server, { host: options.host, port, maxConnections });
  const ended = (one: { close(done: () => void): unknown }) =>
    new Promise<void>((resolve) => one.close(() => resolve()));
  return {
    server,
    port,
    mount(request) {
      handle = request;
    },
    async close() {
      refuseHeld();
      const all = Promise.all([server, ...more].map(ended));
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), graceMs).unref();
      await all;
    },
  };
}

/** Any other protocol that a client offers is left alone: the request is answered as it is. */
function asksForWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

type Response = Parameters<RequestListener>[1];

function answerWhileStarting(url: string, options: FrontOptions, response: Response): void {
  const path = url.split('?')[0];
  if (path === '/livez') json(response, 200, { status: 'alive' });
  else if (path === '/readyz') json(response, 503, { status: 'starting', notReady: options.notReady() });
  else {
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '1', refresh: '1' };
    response.writeHead(503, headers).end('Candor is starting.\n');
  }
}

function json(response: Response, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

/**
 * Throws PORT_TAKEN if another program listens there. A program that shares the port would not notice it otherwise.
 */
export async function refuseTaken(
  options: Pick<FrontOptions, 'host' | 'port' | 'portVariable'>,
): Promise<void> {
  const probe = createServer();
  await listen(probe, options);
  await new Promise((resolve) => probe.close(resolve));
}

function listen(
  server: Server,
  {
    host,
    port,
    portVariable,
    reusePort = false,
  }: Pick<FrontOptions, 'host' | 'port' | 'portVariable'> & { readonly reusePort?: boolean },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const refused = (error: NodeJS.ErrnoException) => reject(explain(error, host, port, portVariable));
    server.once('error', refused);
    server.once('listening', () => {
      server.off('error', refused);
      resolve();
    });
    server.listen({ port, host, reusePort });
  });
}

function explain(error: NodeJS.ErrnoException, host: string, port: number, variable: string): Error {
  const advice = `Set ${variable} to another one, as in ${variable}=${port === 0 ? 8090 : port + 10} npm start.`;
  if (error.code === 'EADDRINUSE')
    return new StartupError(
      'PORT_TAKEN',
      `Port ${port} on ${host} is taken by another program. End that, or choose another port. ${advice}`,
      { cause: error },
    );
  if (error.code === 'EACCES')
    return new StartupError('PORT_TAKEN', `This user may not listen on port ${port} of ${host}. ${advice}`, {
      cause: error,
    });
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new StartupError('BAD_CONFIG', `${host} is no address of this machine: set HOST to one that is.`, {
      cause: error,
    });
  return error;
}
