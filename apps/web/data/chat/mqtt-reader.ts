import { MQTT_KEEPALIVE_SECONDS } from '@candor/products';
import { createReconnect } from '../market/reconnect.ts';
import { connectPacket, packetReader, pingPacket, subscribePacket } from './mqtt-packets.ts';

export interface MqttReaderOptions {
  readonly url: string;
  readonly user: string;
  readonly token: string;
  readonly topic: string;
  readonly createSocket: (url: string) => WebSocket;
  /** Called each time that the topic is followed: what came before is to be fetched. */
  readonly onConnected: () => void;
  readonly onMessage: (payload: string) => void;
  /** Chance in the pauses between tries; `Math.random` where it is left out. */
  readonly random?: () => number;
}

export interface MqttReader {
  /** Tries again immediately instead of waiting. */
  wake(): void;
  close(): void;
}

/** Pings at this part of the keepalive, so that one late timer does not end the connection. */
const PING_MS = (MQTT_KEEPALIVE_SECONDS * 1_000) / 2;

/** Follows one topic, and connects again from 3 s after a loss on, later after each further one. A connection without an answer to two pings counts as lost. */
export function openMqttReader(options: MqttReaderOptions): MqttReader {
  const { url, user, token, topic, createSocket, onConnected, onMessage } = options;
  const reconnect = createReconnect(options.random ?? Math.random, () => performance.now());
  let socket: WebSocket | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  let unanswered = 0;

  const drop = (dropped: WebSocket, silentMs = 0): void => {
    if (socket !== dropped) return;
    socket = null;
    dropped.close();
    if (ended) return;
    clearTimeout(retry);
    retry = setTimeout(connect, reconnect.lost(silentMs));
  };

  function connect(): void {
    clearTimeout(retry);
    if (ended || socket !== null) return;
    reconnect.begun();
    const opened = createSocket(url);
    const readPackets = packetReader();
    opened.binaryType = 'arraybuffer';
    socket = opened;
    unanswered = 0;
    opened.onopen = () => {
      if (socket === opened) reconnect.opened();
      opened.send(connectPacket(user, token, MQTT_KEEPALIVE_SECONDS));
    };
    opened.onclose = () => drop(opened);
    opened.onmessage = ({ data }) => {
      if (socket !== opened) return;
      unanswered = 0;
      for (const packet of readPackets(new Uint8Array(data as ArrayBuffer))) {
        if (packet.type === 'message') onMessage(packet.payload);
        else if (packet.type === 'pong') continue;
        else if (!packet.accepted) drop(opened);
        else if (packet.type === 'connected') opened.send(subscribePacket(topic));
        else onConnected();
      }
    };
  }

  const ping = setInterval(() => {
    if (socket?.readyState !== 1) return;
    unanswered += 1;
    if (unanswered > 2) drop(socket, unanswered * PING_MS);
    else socket.send(pingPacket());
  }, PING_MS);

  connect();
  return {
    wake: connect,
    close() {
      ended = true;
      clearTimeout(retry);
      clearInterval(ping);
      const open = socket;
      socket = null;
      open?.close();
    },
  };
}
