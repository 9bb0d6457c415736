import { DEAD_MS, type PingMessage, STALE_MS } from '@candor/api';
import { createReconnect, type Reconnect } from './reconnect.ts';

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
  return new HeldSocket(options);
}

class HeldSocket implements LiveSocket {
  readonly #options: LiveSocketOptions;
  readonly #createSocket: SocketFactory;
  readonly #reconnect: Reconnect;
  readonly #watch: ReturnType<typeof setInterval>;
  #socket: WebSocket | null = null;
  #state: SocketState | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #heardAtMs = 0;
  #pingSentAtMs: number | null = null;
  #pingDueAtMs = 0;
  #ended = false;
  #isOutOfStep = false;

  constructor(options: LiveSocketOptions) {
    this.#options = options;
    this.#createSocket = options.createSocket ?? ((url) => new WebSocket(url));
    this.#reconnect = createReconnect(options.random ?? Math.random, () => performance.now());
    this.#watch = setInterval(() => this.#look(), WATCH_INTERVAL_MS);
    this.#connect();
  }

  send(message: object): void {
    if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify(message));
  }

  wake(): void {
    this.#connect();
  }

  close(): void {
    if (this.#ended) return;
    this.#finish();
    this.#socket?.close();
    this.#socket = null;
  }

  #connect(): void {
    clearTimeout(this.#retry);
    if (this.#ended || this.#socket !== null) return;
    this.#enter('connecting');
    this.#reconnect.begun();
    const opened = this.#createSocket(this.#options.url());
    this.#socket = opened;
    this.#isOutOfStep = false;
    this.#heardAtMs = Date.now();
    opened.onopen = () => {
      if (this.#socket !== opened) return;
      this.#reconnect.opened();
      this.#heardAtMs = Date.now();
      this.#enter('open');
      this.#options.onOpen();
      this.#measure();
    };
    opened.onmessage = (event) => {
      if (this.#socket === opened) this.#receive(event.data);
    };
    opened.onclose = (event) => {
      if (this.#socket === opened) this.#drop(event.code);
    };
  }

  #enter(next: SocketState): void {
    if (next === this.#state) return;
    this.#state = next;
    this.#options.onState(next);
  }

  #measure(): void {
    this.#pingSentAtMs = performance.now();
    this.#pingDueAtMs = Date.now() + ROUND_TRIP_INTERVAL_MS;
    this.send({ op: 'ping' });
  }

  #receive(text: unknown): void {
    this.#heardAtMs = Date.now();
    let message: unknown;
    try {
      message = JSON.parse(String(text));
    } catch {
      return;
    }
    const ping = hasType(message) && message.type === 'ping' ? (message as unknown as SocketPing) : null;
    // a ping without a sequence number means that the server is out of step, so its data is not current
    if (ping !== null) this.#isOutOfStep = ping.seq === 0;
    this.#enter(this.#isOutOfStep ? 'silent' : 'open');
    if (ping !== null) {
      this.send({ op: 'pong' });
      this.#options.onPing?.(ping);
    } else if (hasType(message) && message.type === 'pong') {
      if (this.#pingSentAtMs !== null) this.#options.onRoundTrip?.(performance.now() - this.#pingSentAtMs);
      this.#pingSentAtMs = null;
    } else {
      this.#options.onMessage(message);
    }
  }

  #look(): void {
    if (this.#socket === null) return;
    const silentMs = Date.now() - this.#heardAtMs;
    if (silentMs >= DEAD_MS) {
      const dead = this.#socket;
      this.#drop(0, silentMs);
      dead.close();
    } else if (this.#state === 'open' && silentMs >= STALE_MS) {
      this.#enter('silent');
    } else if (this.#state === 'open' && Date.now() >= this.#pingDueAtMs) {
      this.#measure();
    }
  }

  #drop(closeCode: number, silentMs = 0): void {
    this.#socket = null;
    if (this.#ended) return;
    if (this.#options.isFinal?.(closeCode) === true) {
      this.#finish();
      return;
    }
    this.#enter('waiting');
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), this.#reconnect.lost(silentMs));
  }

  #finish(): void {
    this.#ended = true;
    clearTimeout(this.#retry);
    clearInterval(this.#watch);
    this.#enter('closed');
  }
}
