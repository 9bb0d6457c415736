import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { Connection, type ConnectionEvents, type ConnectionLimits } from './connection.ts';
import type { Counters } from './counters.ts';
import { createGate, type GateOptions, type Route, refuseUpgrade } from './gate.ts';

/** Makes the connection of a freshly opened socket, which reports to `events`. */
export type Connect = (events: ConnectionEvents) => Connection;

export interface DoorsOptions extends GateOptions, ConnectionLimits {
  readonly server: Server;
  readonly counters: Counters;
  readonly now: () => number;
  readonly maxMessageBytes: number;
  readonly onPublic: (connect: Connect) => void;
  readonly onPrivate: (userId: number, connect: Connect) => void;
  readonly onMqtt: (ws: WebSocket) => void;
}

/** The sockets that came in by HTTP upgrade. */
export interface Doors {
  /** Public and private connections. */
  readonly connections: ReadonlySet<Connection>;
  /** All sockets, MQTT included. */
  count(): number;
  /** Takes no more upgrades and closes every socket. */
  close(): Promise<void>;
}

/** How long a client has to answer a close before it is cut off. */
const CLOSE_GRACE_MS = 500;

/** Answers the server's upgrade requests: checks them at the gate and opens the socket that the path asks for. */
export function openDoors(options: DoorsOptions): Doors {
  const { server, counters, now } = options;
  const gate = createGate(options);
  const connections = new Set<Connection>();
  // Pongs are answered under the rate limit; compression would forbid writing one frame to many sockets.
  const common = {
    noServer: true,
    perMessageDeflate: false,
    maxPayload: options.maxMessageBytes,
    autoPong: false,
  };
  const sockets = new WebSocketServer(common);
  const mqttSockets = new WebSocketServer({
    ...common,
    handleProtocols: (offered) => (offered.has('mqtt') ? 'mqtt' : false),
  });

  const serve = (route: Route, request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (route.to === 'mqtt') {
      mqttSockets.handleUpgrade(request, socket, head, options.onMqtt);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (ws) => {
      const connect: Connect = (events) => {
        const connection = new Connection(ws, socket, options, counters, now, events);
        connections.add(connection);
        ws.on('close', () => connections.delete(connection));
        return connection;
      };
      if (route.to === 'public') options.onPublic(connect);
      else options.onPrivate(route.userId, connect);
    });
  };
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const admission = gate.admit(request);
    if ('refused' in admission) {
      counters.refusedUpgrades += 1;
      refuseUpgrade(socket, admission.refused);
      return;
    }
    socket.on('close', admission.leave);
    serve(admission.route, request, socket, head);
  };
  server.on('upgrade', onUpgrade);

  return {
    connections,
    count: gate.count,
    async close() {
      server.off('upgrade', onUpgrade);
      const all = [...sockets.clients, ...mqttSockets.clients];
      const closed = all.map((ws) => new Promise((resolve) => ws.once('close', resolve)));
      for (const ws of all) ws.close(1001, 'server stops');
      const cut = setTimeout(() => {
        for (const ws of all) ws.terminate();
      }, CLOSE_GRACE_MS);
      await Promise.all(closed);
      clearTimeout(cut);
    },
  };
}
