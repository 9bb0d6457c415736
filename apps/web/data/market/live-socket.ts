import { DEAD_MS, type PingMessage, STALE_MS } from '@candor/api';
import { createReconnect } from './reconnect.ts';

/**
 * State of the socket: `silent` is an open one from which nothing came for longer than a heartbeat allows, or whose
 * server says that its data is not current.
 */
export type SocketState = 'connecting' | 'open' | 'silent' | 'waiting' | 'closed';

/** Interval at which the round trip is measured, in milliseconds. */
const ROUND_TRIP_INTERVAL_MS = 10_000;
const WATCH_INTERVAL_MS = 250;

/** The browser's socket, or a test's. */
export type SocketFactory = (url: string) => WebSocket;

export type SocketPing = Pick<PingMessage, 't' | 'seq' | 'marketT'>;

export interface LiveSocketOptions {
  readonly url: () => string;
  /** Called each time the socket has opened: subscribe or authenticate here. */
  readonly onOpen: () => void;
  /** Every message but pings and pongs, parsed. */
  readonly onMessage: (message: unknown) => void;
  readonly onPing?: (ping: SocketPing) => void;
  readonly onState: (state: SocketState) => void;
  /** Called with each measured round trip, in milliseconds. */
  readonly onRoundTrip?: (roundTripMs: number) => void;
  /** A close code after which connecting again would change nothing. */
  readonly isFinal?: (closeCode: number) => boolean;
  readonly createSocket?: SocketFactory;
  /** Chance in the pauses between tries; `Math.random` where it is left out. */
  readonly random?: () => number;
}

export interface LiveSocket {
  /** Sends when open; what is sent before that is dropped, since `onOpen` repeats what matters. */
  send(message: object): void;
  /** Tries again at once instead of waiting. */
  wake(): void;
  close(): void;
}

function hasType(value: unknown): value is { readonly type: string } {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** A socket that answers heartbeats, notices silence and connects again from 3 s after an error on, later after each further one. */
export function openLiveSocket(options: LiveSocketOptions): LiveSocket {
  const createSocket = options.createSocket ?? ((url) => new WebSocket(url));
  const reconnect = createReconnect(options.random ?? Math.random, () => performance.now());
  let socket: WebSocket | null = null;
  let state: SocketState | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let heardAtMs = 0;
  let pingSentAtMs: number | null = null;
  let pingDueAtMs = 0;
  let ended = false;
  let isOutOfStep = false;

  const enter = (next: SocketState) => {
    if (next === state) return;
    state = next;
    options.onState(next);
  };

  const send = (message: object) => {
    if (socket?.readyState === 1) socket.send(JSON.stringify(message));
  };

  const measure = () => {
    pingSentAtMs = performance.now();
    pingDueAtMs = Date.now() + ROUND_TRIP_INTERVAL_MS;
    send({ op: 'ping' });
  };

  const receive = (text: unknown) => {
    heardAtMs = Date.now();
    let message: unknown;
    try {
      message = JSON.parse(String(text));
    } catch {
      return;
    }
    const ping = hasType(message) && message.type === 'ping' ? (message as unknown as SocketPing) : null;
    // a ping without a sequence number means that the server is out of step, so its data is not current
    if (ping !== null) isOutOfStep = ping.seq === 0;
    enter(isOutOfStep ? 'silent' : 'open');
    if (ping !== null) {
      send({ op: 'pong' });
      options.onPing?.(ping);
    } else if (hasType(message) && message.type === 'pong') {
      if (pingSentAtMs !== null) options.onRoundTrip?.(performance.now() - pingSentAtMs);
      pingSentAtMs = null;
    } else {
      options.onMessage(message);
    }
  };

  const drop = (closeCode: number, silentMs = 0) => {
    socket = null;
    if (ended) return;
    if (options.isFinal?.(closeCode) === true) {
      finish();
      return;
    }
    enter('waiting');
    clearTimeout(retry);
    retry = setTimeout(connect, reconnect.lost(silentMs));
  };

  const connect = () => {
    clearTimeout(retry);
    if (ended || socket !== null) return;
    enter('connecting');
    reconnect.begun();
    const opened = createSocket(options.url());
    socket = opened;
    isOutOfStep = false;
    heardAtMs = Date.now();
    opened.onopen = () => {
      if (socket !== opened) return;
      reconnect.opened();
      heardAtMs = Date.now();
      enter('open');
      options.onOpen();
      measure();
    };
    opened.onmessage = (event) => {
      if (socket === opened) receive(event.data);
    };
    opened.onclose = (event) => {
      if (socket === opened) drop(event.code);
    };
  };

  const watch = setInterval(() => {
    if (socket === null) return;
    const silentMs = Date.now() - heardAtMs;
    if (silentMs >= DEAD_MS) {
      const dead = socket;
      drop(0, silentMs);
      dead.close();
    } else if (state === 'open' && silentMs >= STALE_MS) {
      enter('silent');
    } else if (state === 'open' && Date.now() >= pingDueAtMs) {
      measure();
    }
  }, WATCH_INTERVAL_MS);

  const finish = () => {
    ended = true;
    clearTimeout(retry);
    clearInterval(watch);
    enter('closed');
  };

  connect();
  return {
    send,
    wake: connect,
    close() {
      if (ended) return;
      finish();
      socket?.close();
      socket = null;
    },
  };
}
