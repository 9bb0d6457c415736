import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A wire to PostgreSQL that can be cut, so that what travels on it is lost as on a broken network. */
export interface Wire {
  readonly connectionString: string;
  /** From now on nothing that the server says arrives; what the client says still does. */
  swallowAnswers(): void;
  /** Breaks all connections; new ones work again. */
  cut(): void;
  close(): Promise<void>;
}

/**
 * Listens in front of the server of `connectionString` (by unix socket). `fromServer` may alter what the server says.
 */
export async function startWire(
  connectionString: string,
  fromServer: (chunk: Buffer) => Buffer = (chunk) => chunk,
): Promise<Wire> {
  const url = new URL(connectionString.replace('candor@/', 'candor@localhost/'));
  const path = `${url.searchParams.get('host')}/.s.PGSQL.5432`;
  const sockets = new Set<Socket>();
  let swallowing = false;
  const server = createServer((client) => {
    const upstream = connect(path);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        (socket === client ? upstream : client).destroy();
      });
    }
    client.on('data', (chunk) => upstream.write(chunk));
    upstream.on('data', (chunk) => {
      if (!swallowing) client.write(fromServer(chunk));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const cut = () => {
    swallowing = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    connectionString: `postgresql://candor@127.0.0.1:${port}${url.pathname}`,
    swallowAnswers: () => {
      swallowing = true;
    },
    cut,
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
