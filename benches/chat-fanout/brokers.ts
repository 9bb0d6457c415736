import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChatHint } from '@candor/api';
import { Aedes } from 'aedes';
import { createWebSocketStream, type WebSocket, WebSocketServer } from 'ws';
import { Allowance } from '../../apps/server/gateway/realtime/allowance.ts';
import { createCounters } from '../../apps/server/gateway/realtime/counters.ts';
import { createMqttGateway } from '../../apps/server/gateway/realtime/mqtt.ts';
import { DEFAULT_SETTINGS } from '../../apps/server/gateway/realtime/settings.ts';

/** A broker that carries hints of conversations to the clients of its users. */
export interface Broker {
  readonly port: number;
  publish(hint: ChatHint): void;
  close(): void;
}

/** Topics of users by their number. */
export const topicOf = (userId: number): string => `chat_${userId.toString(16).padStart(32, '0')}`;
const ownerOf = (topic: string): number => Number.parseInt(topic.slice('chat_'.length), 16);

async function serve(accept: (ws: WebSocket) => void): Promise<{ port: number; close: () => void }> {
  const server = createServer();
  const wss = new WebSocketServer({ server, perMessageDeflate: false, handleProtocols: () => 'mqtt' });
  wss.on('connection', accept);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      for (const ws of wss.clients) ws.terminate();
      server.close();
    },
  };
}

/** The gateway as a door runs it: sessions, topics of their owners alone, limits of what clients send. */
export async function startOurs(): Promise<Broker> {
  const unlimited = {
    messageBurst: 1e9,
    messagesPerSecond: 1e9,
    inputBurstBytes: 1e9,
    inputBytesPerSecond: 1e9,
  };
  const budgets = { take: () => 'admitted' as const };
  const gateway = await createMqttGateway({
    accounts: {
      attach: () => ({ showAgain() {}, detach() {} }),
    } as unknown as Parameters<typeof createMqttGateway>[0]['accounts'],
    sessions: { authenticate: async (token) => ({ userId: Number(token) }) },
    sessionWatch: { add: () => () => {}, recheck: async () => {} },
    affordsSnapshot: () => true,
    chatOwner: async (topic) => ownerOf(topic),
    merchantOwner: async () => null,
    counters: createCounters(),
    inStep: () => true,
    onError: (error) => {
      throw error;
    },
    settings: DEFAULT_SETTINGS,
  });
  const served = await serve((ws) =>
    gateway.accept(ws, new Allowance(unlimited, budgets, 'bench', Date.now), () => {}),
  );
  return {
    port: served.port,
    publish: gateway.publishChat,
    close() {
      served.close();
      void gateway.close();
    },
  };
}

/** The peer: a broker without rules, each socket as a stream of `ws`. */
export async function startPeer(): Promise<Broker> {
  const broker = await Aedes.createBroker({ concurrency: 0 });
  const served = await serve((ws) => void broker.handle(createWebSocketStream(ws)));
  return {
    port: served.port,
    publish({ topic, message }) {
      const payload = Buffer.from(JSON.stringify(message));
      broker.publish({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false }, () => {});
    },
    close() {
      served.close();
      broker.close(() => {});
    },
  };
}
