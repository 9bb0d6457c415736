import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Connection } from '../../apps/server/gateway/realtime/connection.ts';
import { createCounters } from '../../apps/server/gateway/realtime/counters.ts';
import { openDoors } from '../../apps/server/gateway/realtime/doors.ts';
import { textFrame } from '../../apps/server/gateway/realtime/frame.ts';
import { createHub, type HubChannel } from '../../apps/server/gateway/realtime/hub.ts';
import { servePublic } from '../../apps/server/gateway/realtime/public-socket.ts';
import { DEFAULT_SETTINGS } from '../../apps/server/gateway/realtime/settings.ts';

/** A server that sends messages to all of its sockets. */
export interface FanoutServer {
  readonly port: number;
  /** Sends each message to every socket: ours in one flush, the peer one after the other. */
  send(messages: readonly string[]): void;
  /** Returns true once every socket has handed everything to the system. */
  drained(): boolean;
  /** The most bytes that wait in one socket. */
  maxBufferedBytes(): number;
  close(): void;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Our doors, hub and public protocol as the product runs them, with channels that carry the given texts. */
export async function startOurs(channelCount: number): Promise<FanoutServer & { readonly hello: string }> {
  const counters = createCounters();
  const hub = createHub(counters);
  const names = Array.from({ length: channelCount }, (_, n) => `detail:S${n}`);
  const unsent = names.map((): Buffer[] => []);
  for (const [n, name] of names.entries()) {
    const channel: HubChannel = {
      name,
      takeFrames: () => unsent[n]!.splice(0),
      pass: () => void unsent[n]!.splice(0),
      mark: () => 0,
      catchUp: () => null,
    };
    hub.add(channel);
  }
  const server = createServer();
  const port = await listen(server);
  // All sockets of the bench come from one address.
  const unlimited = { take: () => 'admitted' as const };
  const doors = openDoors({
    ...DEFAULT_SETTINGS,
    budgets: unlimited,
    handshakes: unlimited,
    onError: (error) => {
      throw error;
    },
    maxConnectionsPerIp: Number.POSITIVE_INFINITY,
    stallMs: 120_000,
    server,
    counters,
    now: Date.now,
    allowedOrigins: [],
    clientIp: () => 'bench',
    refusals: { note: () => {} },
    onPublic: (connect, refused) =>
      servePublic({ hub, counters, maxChannels: 128, now: Date.now }, connect, refused),
    onPrivate: () => {},
    onMqtt: () => {},
  });
  const every = (test: (connection: Connection) => boolean): boolean => [...doors.connections].every(test);
  return {
    port,
    hello: JSON.stringify({ op: 'subscribe', channels: names }),
    send(messages) {
      for (const [n, message] of messages.entries()) unsent[n % channelCount]!.push(textFrame(message));
      hub.flush();
    },
    drained: () => every(({ bufferedBytes }) => bufferedBytes === 0),
    maxBufferedBytes: () => Math.max(...[...doors.connections].map(({ bufferedBytes }) => bufferedBytes)),
    close() {
      server.close();
      void doors.close();
    },
  };
}

/** The peer: `ws` as one uses it, a loop of `send` over its sockets. */
export async function startPeer(): Promise<FanoutServer> {
  const server = createServer();
  const wss = new WebSocketServer({ server, perMessageDeflate: false });
  const port = await listen(server);
  const buffered = (): number[] => [...wss.clients].map((ws: WebSocket) => ws.bufferedAmount);
  return {
    port,
    send(messages) {
      for (const message of messages) for (const ws of wss.clients) ws.send(message);
    },
    drained: () => buffered().every((bytes) => bytes === 0),
    maxBufferedBytes: () => Math.max(...buffered()),
    close() {
      for (const ws of wss.clients) ws.terminate();
      server.close();
    },
  };
}
