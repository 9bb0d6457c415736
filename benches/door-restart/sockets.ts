/** Clients of the public socket that reconnect as the web app does, in a separate process. */
import process from 'node:process';
import { channels } from '@candor/api';
import { RECONNECT_DELAY_MS } from '@candor/products';
import { WebSocket } from 'ws';

export interface SocketsRequest {
  readonly url: string;
  readonly sockets: number;
  readonly addresses: number;
}

/** Requests a message once every socket had its book after this time, in ms since 1970. */
export interface SinceRequest {
  readonly sinceMs: number;
}

export interface SocketsResult {
  /** Time at which the last socket received its book, in ms since 1970. */
  readonly lastMs: number;
  /** The number of updates that did not continue their socket's book. */
  readonly gaps: number;
}

const CHANNEL = channels.depth('BTCUSDT');
const LOOK_MS = 20;
const HEAD_LENGTH = 120;
const snapshot = /"type":"snapshot","u":(\d+)/;
const update = /"type":"update","U":(\d+),"u":(\d+)/;

let gaps = 0;

class Reader {
  readonly #url: string;
  readonly #address: string;
  /** The sequence number of its book; null until this connection has received one. */
  #seq: number | null = null;
  #lastSeq = 0;
  bookMs = 0;

  constructor(url: string, address: string) {
    this.#url = url;
    this.#address = address;
    this.#connect();
  }

  #connect(): void {
    this.#seq = null;
    const socket = new WebSocket(`${this.#url}/ws/bench`, { headers: { 'x-forwarded-for': this.#address } });
    socket.on('open', () => socket.send(JSON.stringify({ op: 'subscribe', channels: [CHANNEL] })));
    socket.on('message', (data: Buffer) => this.#take(data.toString('latin1', 0, HEAD_LENGTH), socket));
    // Only the close event that follows is counted.
    socket.on('error', () => {});
    socket.on('close', () => setTimeout(() => this.#connect(), RECONNECT_DELAY_MS));
  }

  #take(head: string, socket: WebSocket): void {
    if (head.startsWith('{"type":"ping"')) {
      socket.send('{"op":"pong"}');
      return;
    }
    const whole = snapshot.exec(head);
    if (whole !== null) {
      const seq = Number(whole[1]);
      if (seq < this.#lastSeq) gaps += 1;
      if (this.#seq === null) this.bookMs = Date.now();
      this.#seq = seq;
      this.#lastSeq = seq;
      return;
    }
    const part = update.exec(head);
    if (part === null) return;
    const [from, to] = [Number(part[1]), Number(part[2])];
    if (this.#seq === null || from > this.#seq + 1) gaps += 1;
    this.#seq = Math.max(this.#seq ?? 0, to);
    this.#lastSeq = this.#seq;
  }
}

let readers: Reader[] = [];

process.on('message', (request: SocketsRequest | SinceRequest) => {
  if ('url' in request) {
    const { url, sockets, addresses } = request;
    readers = Array.from({ length: sockets }, (_, at) => new Reader(url, `198.51.100.${at % addresses}`));
    return;
  }
  const timer = setInterval(() => {
    if (readers.some(({ bookMs }) => bookMs <= request.sinceMs)) return;
    clearInterval(timer);
    const lastMs = readers.reduce((last, { bookMs }) => Math.max(last, bookMs), 0);
    process.send?.({ lastMs, gaps } satisfies SocketsResult);
  }, LOOK_MS);
});
process.on('disconnect', () => process.exit());
