/**
 * Floods a door with input by which an anonymous sender may block an event loop: thousands of MQTT packets in one
 * message, alternating subscriptions, and pings of the socket itself. It reconnects from another address whenever it
 * is disconnected. Runs as a separate process.
 */
import process from 'node:process';
import { channels } from '@candor/api';
import { WebSocket } from 'ws';

export interface FloodRequest {
  readonly port: number;
  /** Local ports whose connections reach the door. */
  readonly localPorts: readonly number[];
  readonly seconds: number;
}

export interface FloodResult {
  readonly messages: number;
  readonly connections: number;
}

const SOCKETS = 12;
const EVERY_MS = 2;
/** Beyond this many unread bytes, data would only queue on our side and not flood the door. */
const MOST_WAITING_BYTES = 1 << 20;
const RECONNECT_MS = 20;
const KINDS = ['mqtt', 'channels', 'pings'] as const;

const pings = Buffer.alloc(8_000, Buffer.from([0xc0, 0x00]));
const connectPacket = Buffer.from([0x10, 12, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 2, 0, 60, 0, 0]);
const names = [channels.depth('BTCUSDT'), channels.kline('BTCUSDT', '1m'), channels.trade('BTCUSDT')];
const subscriptions = ['subscribe', 'unsubscribe'].map((op) => JSON.stringify({ op, channels: names }));

process.on('message', ({ port, localPorts, seconds }: FloodRequest) => {
  const free = [...localPorts];
  const counts = { messages: 0, connections: 0 };
  let ended = false;
  const flooders = Array.from({ length: SOCKETS }, (_, at) => ({
    kind: KINDS[at % KINDS.length] as (typeof KINDS)[number],
    socket: null as WebSocket | null,
  }));

  const open = (flooder: (typeof flooders)[number]): void => {
    const localPort = free.shift();
    if (ended || localPort === undefined) return;
    const isMqtt = flooder.kind === 'mqtt';
    counts.connections += 1;
    const address = `203.${counts.connections >> 16}.${(counts.connections >> 8) & 255}.${counts.connections & 255}`;
    const url = `ws://127.0.0.1:${port}${isMqtt ? '/mqtt' : '/ws/visitor'}`;
    const socket = new WebSocket(url, isMqtt ? ['mqtt'] : [], {
      localPort,
      headers: { 'x-forwarded-for': address },
    });
    flooder.socket = socket;
    // The flooder is meant to be disconnected; its end arrives as `close`.
    socket.on('error', () => {});
    socket.on('open', () => {
      if (isMqtt) socket.send(connectPacket);
    });
    socket.on('close', () => {
      flooder.socket = null;
      free.push(localPort);
      setTimeout(() => open(flooder), RECONNECT_MS);
    });
  };

  const send = ({ kind, socket }: (typeof flooders)[number]): void => {
    if (socket?.readyState !== WebSocket.OPEN || socket.bufferedAmount > MOST_WAITING_BYTES) return;
    if (kind === 'mqtt') socket.send(pings);
    else if (kind === 'channels') for (const text of subscriptions) socket.send(text);
    else for (let count = 0; count < 20; count += 1) socket.ping();
    counts.messages += kind === 'mqtt' ? 1 : kind === 'channels' ? subscriptions.length : 20;
  };

  for (const flooder of flooders) open(flooder);
  const timer = setInterval(() => {
    for (const flooder of flooders) send(flooder);
  }, EVERY_MS);
  setTimeout(() => {
    ended = true;
    clearInterval(timer);
    for (const { socket } of flooders) socket?.terminate();
    process.send?.(counts satisfies FloodResult);
  }, seconds * 1_000);
});
process.on('disconnect', () => process.exit());
