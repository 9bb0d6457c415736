import type { Server as HttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';

/** Sockets of one process that listen on its port. */
const LISTENERS = 8;

/** Address at which a server listens, and the most connections that it may have. */
export interface Listening {
  readonly host: string;
  readonly port: number;
  readonly maxConnections: number;
}

/**
 * Has further sockets listen on the port of a server that shares it (`reusePort`), and hands their connections to it.
 * Node accepts one connection of a listening socket in a turn of the loop: whoever opens connections faster than a busy
 * loop turns would fill its one queue, and everybody else's connections would wait for seconds. The kernel spreads
 * connections over all sockets, so that each turn accepts one of each.
 * @returns the further servers, for their end
 */
export async function listenMore(server: HttpServer, listening: Listening): Promise<readonly Server[]> {
  const { host, port } = listening;
  const maxConnections = Math.ceil(listening.maxConnections / LISTENERS);
  server.maxConnections = maxConnections;
  const more: Server[] = [];
  for (let made = 1; made < LISTENERS; made++) {
    const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      // HTTP looks for its server there
      Object.assign(socket, { server });
      server.emit('connection', socket);
    });
    other.maxConnections = maxConnections;
    await new Promise<void>((resolve, reject) => {
      other.once('error', reject);
      other.listen({ host, port, reusePort: true }, () => {
        other.off('error', reject);
        resolve();
      });
    });
    other.on('error', (error) => server.emit('error', error));
    more.push(other);
  }
  return more;
}
