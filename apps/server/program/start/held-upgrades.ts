import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

interface Held {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly patience: NodeJS.Timeout;
}

/**
 * Delays upgrade requests until the sockets' own listener is there. Clients of a restarted door reconnect before it
 * has started, and a refused client waits long. Refuses after `patienceMs`, and all of them when the returned
 * function is called.
 */
export function holdUpgrades(server: Server, patienceMs: number): () => void {
  const held = new Set<Held>();
  const take = (each: Held): boolean => {
    clearTimeout(each.patience);
    return held.delete(each) && !each.socket.destroyed;
  };
  const refuse = (each: Held): void => {
    if (take(each)) refuseWhileStarting(each.socket);
  };
  const isServed = (): boolean => server.listenerCount('upgrade') > 1;
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (isServed()) return;
    const each: Held = { request, socket, head, patience: setTimeout(() => refuse(each), patienceMs) };
    held.add(each);
    socket.once('close', () => take(each));
  });
  server.on('newListener', (event) => {
    if (event !== 'upgrade') return;
    // the listener is attached once this event is over
    setImmediate(() => {
      if (!isServed()) return;
      for (const each of held) if (take(each)) server.emit('upgrade', each.request, each.socket, each.head);
    });
  });
  return () => {
    for (const each of held) refuse(each);
  };
}

function refuseWhileStarting(socket: Duplex): void {
  socket.end('HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\n\r\n', () =>
    socket.destroy(),
  );
}
