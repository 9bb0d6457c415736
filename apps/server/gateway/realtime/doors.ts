import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Budgets } from '../../base/limits/budgets.ts';
import { addressKey } from '../../base/limits/client-address.ts';
import type { RefusalLog } from '../../base/limits/refusal-log.ts';
import { Allowance, type InputLimits } from './allowance.ts';
import { ClientSocket, Connection, type ConnectionEvents, type ConnectionLimits } from './connection.ts';
import type { Counters } from './counters.ts';
import { type Admitted, createGate, type GateOptions, type Route, refuseUpgrade } from './gate.ts';
import { InputTurns, MeteredSocket } from './input.ts';
import type { Refused } from './refused.ts';

/** Makes the connection of a freshly opened socket, which reports to `events`. */
export type Connect = (events: ConnectionEvents) => Connection;

export interface DoorsOptions extends GateOptions, ConnectionLimits, InputLimits {
  readonly server: Server;
  readonly counters: Counters;
  readonly now: () => number;
  readonly maxMessageBytes: number;
  /** Input budgets by address, over all its sockets. */
  readonly budgets: Budgets;
  /** Receives what one connection's code throws; that connection has been cut off, and nothing else is touched. */
  readonly onError: (error: unknown) => void;
  readonly refusals: Pick<RefusalLog, 'note'>;
  readonly onPublic: (connect: Connect, refused: Refused) => void;
  readonly onPrivate: (userId: number, connect: Connect, refused: Refused) => void;
  readonly onMqtt: (ws: WebSocket, allowance: Allowance, refused: Refused) => void;
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

/** Time that a client has to answer a close before it is cut off. */
const CLOSE_GRACE_MS = 500;
/** Parts that a client may cut one message into; browsers send it whole. */
const MAX_FRAGMENTS = 32;
const NO_HEAD = Buffer.alloc(0);
/** The name of a socket in the log that was refused at the gate. */
const UPGRADE = 'upgrade to a socket';
/** Refusals of the gate by right and by limit; an unknown path and a full house concern nobody in particular. */
const upgradeErrors = { 403: 'NOT_PERMITTED', 404: null, 429: 'RATE_LIMITED', 503: null } as const;

/** The servers that take an upgraded socket: those of sockets, and of MQTT. */
function socketServers(maxPayload: number) {
  // Pongs are answered under the rate limit; compression would forbid writing one frame to many sockets.
  const common = {
    noServer: true,
    perMessageDeflate: false,
    maxPayload,
    maxFragments: MAX_FRAGMENTS,
    autoPong: false,
    clientTracking: false,
    WebSocket: ClientSocket,
  };
  const sockets = new WebSocketServer(common);
  const mqttSockets = new WebSocketServer({
    ...common,
    handleProtocols: (offered) => (offered.has('mqtt') ? 'mqtt' : false),
  });
  return { sockets, mqttSockets };
}

/** The parts that a socket is opened by. */
interface Entry {
  readonly options: DoorsOptions;
  readonly servers: ReturnType<typeof socketServers>;
  readonly turns: InputTurns;
  readonly connections: Set<Connection>;
  /** Counts a socket among the open ones until it closes. */
  readonly enter: (ws: ClientSocket) => void;
}

/** Opens the socket that an admitted request asks for. */
function serve(
  { options, servers, turns, connections, enter }: Entry,
  { route, address }: Admitted,
  request: IncomingMessage,
  socket: Duplex,
): void {
  const { counters, now, onError } = options;
  const allowance = new Allowance(options, options.budgets, address, now);
  const refused: Refused = (why, who = null, topic = null) =>
    options.refusals.note({
      address: addressKey(address),
      who: who === null ? null : `user ${who}`,
      call: topic ?? nameOf(route),
      why,
    });
  const admit = (bytes: number): boolean => {
    if (allowance.takeBytes(bytes)) return true;
    counters.droppedRate += 1;
    refused('RATE_LIMITED');
    return false;
  };
  const input = new MeteredSocket(socket, { turns, admit, onError });
  if (route.to === 'mqtt') {
    servers.mqttSockets.handleUpgrade(request, input, NO_HEAD, (ws) => {
      enter(ws);
      options.onMqtt(ws, allowance, refused);
    });
    return;
  }
  servers.sockets.handleUpgrade(request, input, NO_HEAD, (ws) => {
    enter(ws);
    const deps = { limits: options, allowance, counters, refused, now, onError };
    const connect: Connect = (events) => {
      const connection = new Connection(ws, socket, deps, events);
      connections.add(connection);
      return connection;
    };
    if (route.to === 'public') options.onPublic(connect, refused);
    else options.onPrivate(route.userId, connect, refused);
  });
}

/** Closes sockets, and cuts off those that do not answer. */
async function closeAll(sockets: readonly ClientSocket[]): Promise<void> {
  const closed = sockets.map((ws) => new Promise((resolve) => ws.once('close', resolve)));
  for (const ws of sockets) ws.close(1001, 'server stops');
  const cut = setTimeout(() => {
    for (const ws of sockets) ws.terminate();
  }, CLOSE_GRACE_MS);
  await Promise.all(closed);
  clearTimeout(cut);
}

/** Answers the server's upgrade requests: checks them at the gate and opens the socket that the path asks for. */
export function openDoors(options: DoorsOptions): Doors {
  const { server, counters, onError } = options;
  const gate = createGate(options);
  const connections = new Set<Connection>();
  const open = new Set<ClientSocket>();
  function leave(this: WebSocket): void {
    const ws = this as ClientSocket;
    open.delete(ws);
    if (ws.connection !== null) connections.delete(ws.connection);
  }
  const enter = (ws: ClientSocket): void => {
    open.add(ws);
    ws.on('close', leave);
  };
  const servers = socketServers(options.maxMessageBytes);
  const entry: Entry = { options, servers, turns: new InputTurns(), connections, enter };

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    const admission = gate.admit(request);
    if ('refused' in admission) {
      counters.refusedUpgrades += 1;
      const why = upgradeErrors[admission.refused];
      if (why !== null) {
        const address = addressKey(options.clientIp(request));
        options.refusals.note({ address, who: null, call: UPGRADE, why });
      }
      refuseUpgrade(socket, admission.refused);
      return;
    }
    socket.on('close', admission.leave);
    // Bytes that came along with the request are metered like the rest.
    if (head.length > 0) socket.unshift(head);
    try {
      serve(entry, admission, request, socket);
    } catch (error) {
      socket.destroy();
      onError(error);
    }
  };
  server.on('upgrade', onUpgrade);

  return {
    connections,
    count: gate.count,
    async close() {
      server.off('upgrade', onUpgrade);
      await closeAll([...open]);
    },
  };
}

/** The name of a connection in the log. */
function nameOf(route: Route): string {
  if (route.to === 'private') return `private socket of user ${route.userId}`;
  return route.to === 'public' ? 'public socket' : 'MQTT';
}
