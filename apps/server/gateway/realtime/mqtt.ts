import { randomUUID } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { ChatHint, RefreshMessage, Ticker } from '@candor/api';
import { topics } from '@candor/api';
import { Aedes, type Client } from 'aedes';
import { WebSocket } from 'ws';
import type { Accounts } from './accounts.ts';
import type { Allowance } from './allowance.ts';
import { MqttPacketGuard } from './mqtt-guard.ts';
import { type Identities, type MqttRightsDeps, mqttRights } from './mqtt-rights.ts';
import { MqttStream } from './mqtt-stream.ts';
import type { Refused } from './refused.ts';
import type { SessionWatch } from './sessions.ts';
import type { RealtimeSettings } from './settings.ts';

export interface MqttDeps extends MqttRightsDeps {
  readonly accounts: Accounts;
  readonly sessionWatch: SessionWatch;
  readonly settings: Pick<
    RealtimeSettings,
    'maxMessageBytes' | 'authTimeoutMs' | 'stallMs' | 'maxKeepaliveS'
  >;
}

/** MQTT 3.1.1 over WebSocket: clients only ever read, QoS 0, clean sessions. */
export interface MqttGateway {
  /** Serves a client until it leaves, sends what it may not, or sends more than its allowance. */
  accept(ws: WebSocket, allowance: Allowance, refused: Refused): void;
  publishTickers(tickers: readonly Ticker[]): void;
  publishRefresh(userId: number, message: RefreshMessage): void;
  publishChat(hint: ChatHint): void;
  clientCount(): number;
  /** Closes all connections: the protocol has no message for data that is out of date. */
  hangUp(): void;
  close(): Promise<void>;
}

/** The WebSocket close code of a server that cannot serve now. */
const TRY_AGAIN_LATER = 1013;
/** Protocol answers (pongs) stop while this much waits. */
const PONG_BUFFER_BYTES = 16_384;
/** Units of a WebSocket ping or pong. */
const FRAME_COST = 1;

/** A socket that opened, with what its address may still send. */
interface OpenedSocket {
  readonly ws: WebSocket;
  readonly allowance: Allowance;
  readonly refused: Refused;
}

/** Hands a socket to the broker, and cuts it off where it sends what it may not, or more than its allowance. */
function accept(
  { counters, settings, inStep }: MqttDeps,
  broker: Aedes,
  { ws, allowance, refused }: OpenedSocket,
): void {
  if (!inStep()) {
    ws.close(TRY_AGAIN_LATER, 'try again later');
    return;
  }
  const guard = new MqttPacketGuard(settings.maxMessageBytes);
  const affords = (cost: number): boolean => allowance.take(cost) === 'admitted';
  const pass = (data: Buffer, binary: boolean): boolean => {
    const verdict = binary ? guard.accept(data, affords) : 'malformed';
    if (verdict === 'malformed' || verdict === 'publish') counters.malformed += 1;
    if (verdict === 'publish') refused('NOT_PERMITTED', null, 'MQTT publish');
    if (verdict === 'flood') {
      counters.droppedRate += 1;
      refused('RATE_LIMITED');
    }
    return verdict === 'taken';
  };
  const affordsFrame = (): boolean => {
    if (ws.readyState !== WebSocket.OPEN) return false;
    const affordable = affords(FRAME_COST);
    if (affordable) return true;
    counters.droppedRate += 1;
    refused('RATE_LIMITED');
    ws.terminate();
    return false;
  };
  ws.on('ping', (payload) => {
    if (affordsFrame() && ws.bufferedAmount < PONG_BUFFER_BYTES) ws.pong(payload);
  });
  ws.on('pong', affordsFrame);
  ws.on('error', () => {
    counters.malformed += 1;
  });
  broker.handle(new MqttStream(ws, refused, pass));
}

export async function createMqttGateway(deps: MqttDeps): Promise<MqttGateway> {
  const { counters, settings, onError } = deps;
  const identities: Identities = new WeakMap();

  const broker = await Aedes.createBroker({
    // Unbounded: a publish waits for its slowest reader, and with a bound a hundred slow readers would hold up all.
    // The backlog is bounded by authorizeForward, which skips readers that have one.
    concurrency: 0,
    connectTimeout: settings.authTimeoutMs,
    drainTimeout: settings.stallMs,
    keepaliveLimit: settings.maxKeepaliveS,
    preConnect(_client, packet, done) {
      // A client id of the client's choosing would let it push out another client of that id.
      packet.clientId = randomUUID();
      // With an error, for a bare refusal leaves the socket open and unwatched.
      if (packet.clean === true) done(null, true);
      else done(new Error('clean sessions only'), false);
    },
    ...mqttRights(deps, identities),
    authorizeForward(client, packet) {
      if (!client.conn.writableNeedDrain) return packet;
      counters.conflated += 1;
      return null;
    },
  });
  const clients = new Set<Client>();
  broker.on('client', (client) => clients.add(client));
  // Until it is ready a client hears only whether it may connect, which is true at any time.
  broker.on('clientReady', (client) => (client.conn as MqttStream).sendOnlyWhile(deps.inStep));
  broker.on('clientDisconnect', (client) => clients.delete(client));
  // Missing in aedes' types: without a listener an error of its store would end the process.
  (broker as EventEmitter).on('error', onError);
  const publish = (topic: string, message: unknown, retain = false): void => {
    const payload = Buffer.from(JSON.stringify(message));
    broker.publish({ cmd: 'publish', topic, payload, qos: 0, retain, dup: false }, (error) => {
      if (error) onError(error);
    });
  };
  followClients(deps, broker, identities, publish);

  return {
    accept: (ws, allowance, refused) => accept(deps, broker, { ws, allowance, refused }),
    publishTickers: (tickers) => publish(topics.allSymbolDetail, tickers, true),
    publishRefresh: (userId, message) => publish(topics.refresh(userId), message),
    publishChat: ({ topic, message }) => publish(topic, message),
    clientCount: () => broker.connectedClients,
    hangUp() {
      for (const client of clients) client.close();
    },
    close: () => new Promise((resolve) => broker.close(() => resolve())),
  };
}

/** While a user has a client, follows the account (once for all clients) and ends clients with their session. */
function followClients(
  { accounts, sessionWatch }: MqttDeps,
  broker: Aedes,
  identities: Identities,
  publish: (topic: string, message: unknown) => void,
): void {
  const followed = new Map<number, { clients: number; readonly detach: () => void }>();
  const unwatch = new WeakMap<Client, () => void>();
  const topicOf = {
    order: topics.orders,
    balance: topics.balances,
    fill: topics.fills,
    second: topics.seconds,
    secondEnded: topics.seconds,
    margin: topics.margin,
    marginNotice: topics.margin,
    position: topics.contracts,
    contractFill: topics.contracts,
    guardKept: topics.contracts,
    settlement: topics.contracts,
    notice: topics.notices,
    noticesRead: topics.notices,
    chat: topics.chat,
  } as const;

  broker.on('client', (client) => {
    const identity = identities.get(client);
    if (identity === undefined) return;
    const { userId } = identity;
    unwatch.set(client, sessionWatch.add({ ...identity, end: () => client.close() }));
    const follow = followed.get(userId);
    if (follow !== undefined) {
      follow.clients += 1;
      return;
    }
    const { detach } = accounts.attach(userId, {
      onSnapshot() {},
      onAccountMessage: (message) => publish(topicOf[message.type](userId), message),
    });
    followed.set(userId, { clients: 1, detach });
  });
  broker.on('clientDisconnect', (client) => {
    unwatch.get(client)?.();
    const userId = identities.get(client)?.userId;
    const follow = userId === undefined ? undefined : followed.get(userId);
    if (userId === undefined || follow === undefined) return;
    follow.clients -= 1;
    if (follow.clients > 0) return;
    follow.detach();
    followed.delete(userId);
  });
}
