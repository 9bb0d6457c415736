import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Budgets, SITE_FACTOR } from '../../base/limits/budgets.ts';
import { addressKey, type ClientAddress, siteKey } from '../../base/limits/client-address.ts';

/** Socket that an upgrade request leads to. */
export type Route =
  | { readonly to: 'public' }
  | { readonly to: 'private'; readonly userId: number }
  | { readonly to: 'mqtt' };

export interface GateOptions {
  /** Origins of pages on other hosts that may connect, such as https://app.example.com. */
  readonly allowedOrigins: readonly string[];
  readonly maxConnections: number;
  /** Limit for one address, IPv6 by /64; a /48 may have several times as many. */
  readonly maxConnectionsPerIp: number;
  /** Budgets for upgrade requests by address; each costs 1. */
  readonly handshakes: Budgets;
  readonly clientIp: ClientAddress;
}

export interface Admitted {
  readonly route: Route;
  /** Whom the connection is counted by. */
  readonly address: string;
  readonly leave: () => void;
}

export type Admission = Admitted | { readonly refused: 403 | 404 | 429 | 503 };

/** Decides which upgrade requests come in, and counts who is in. */
export interface Gate {
  admit(request: IncomingMessage): Admission;
  count(): number;
}

export function createGate(options: GateOptions): Gate {
  const inside = new Map<string, number>();
  let total = 0;
  const enter = (key: string): void => void inside.set(key, (inside.get(key) ?? 0) + 1);
  const leave = (key: string): void => {
    const left = inside.get(key)! - 1;
    if (left === 0) inside.delete(key);
    else inside.set(key, left);
  };
  return {
    admit(request) {
      const address = options.clientIp(request);
      if (options.handshakes.take(address, 1) !== 'admitted') return { refused: 429 };
      const route = routeOf(request.url ?? '');
      if (route === null) return { refused: 404 };
      if (!originAllowed(request, options.allowedOrigins)) return { refused: 403 };
      if (total >= options.maxConnections) return { refused: 503 };
      const key = addressKey(address);
      const site = siteKey(key);
      const full = (of: string, factor: number) =>
        (inside.get(of) ?? 0) >= options.maxConnectionsPerIp * factor;
      if (full(key, 1) || (site !== null && full(site, SITE_FACTOR))) return { refused: 429 };
      const keys = site === null ? [key] : [key, site];
      for (const one of keys) enter(one);
      total += 1;
      let left = false;
      return {
        route,
        address,
        leave() {
          if (left) return;
          left = true;
          total -= 1;
          for (const one of keys) leave(one);
        },
      };
    },
    count: () => total,
  };
}

const REASONS = { 403: 'Forbidden', 404: 'Not Found', 429: 'Too Many Requests', 503: 'Service Unavailable' };

/** Answers a refused upgrade in HTTP and hangs up. */
export function refuseUpgrade(socket: Duplex, status: keyof typeof REASONS): void {
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
