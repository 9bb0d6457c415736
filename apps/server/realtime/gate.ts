import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ClientAddress } from '../client-address.ts';

/** Where an upgrade request leads. */
export type Route =
  | { readonly to: 'public' }
  | { readonly to: 'private'; readonly userId: number }
  | { readonly to: 'mqtt' };

export interface GateOptions {
  /** Origins of pages on other hosts that may connect, such as https://app.example.com. */
  readonly allowedOrigins: readonly string[];
  readonly maxConnections: number;
  readonly maxConnectionsPerIp: number;
  readonly clientIp: ClientAddress;
}

export type Admission =
  | { readonly route: Route; readonly leave: () => void }
  | { readonly refused: 403 | 404 | 429 | 503 };

/** Decides which upgrade requests come in, and counts who is in. */
export interface Gate {
  admit(request: IncomingMessage): Admission;
  count(): number;
}

export function createGate(options: GateOptions): Gate {
  const perIp = new Map<string, number>();
  let total = 0;
  return {
    admit(request) {
      const route = routeOf(request.url ?? '');
      if (route === null) return { refused: 404 };
      if (!originAllowed(request, options.allowedOrigins)) return { refused: 403 };
      if (total >= options.maxConnections) return { refused: 503 };
      const ip = options.clientIp(request);
      const ofIp = perIp.get(ip) ?? 0;
      if (ofIp >= options.maxConnectionsPerIp) return { refused: 429 };
      perIp.set(ip, ofIp + 1);
      total += 1;
      let inside = true;
      return {
        route,
        leave() {
          if (!inside) return;
          inside = false;
          total -= 1;
          const left = perIp.get(ip)! - 1;
          if (left === 0) perIp.delete(ip);
          else perIp.set(ip, left);
        },
      };
    },
    count: () => total,
  };
}

const REASONS = { 403: 'Forbidden', 404: 'Not Found', 429: 'Too Many Requests', 503: 'Service Unavailable' };

/** Answers a refused upgrade in HTTP and hangs up. */
export function refuseUpgrade(socket: Duplex, status: keyof typeof REASONS): void {
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${REASONS[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () =>
    socket.destroy(),
  );
}

function routeOf(url: string): Route | null {
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  if (path === '/mqtt') return { to: 'mqtt' };
  const user = /^\/ws\/coin\/([1-9]\d{0,14})$/.exec(path);
  if (user !== null) return { to: 'private', userId: Number(user[1]) };
  return /^\/ws\/[\w-]{1,64}$/.test(path) ? { to: 'public' } : null;
}

/** A browser always sends its page's origin: the same host or a listed one. Other clients send none. */
function originAllowed({ headers }: IncomingMessage, allowed: readonly string[]): boolean {
  const { origin, host } = headers;
  if (origin === undefined || allowed.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
