import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { Counters } from './counters.ts';
import { pongFrame } from './frame.ts';
import { TokenBucket } from './token-bucket.ts';

export interface ConnectionLimits {
  /** The most bytes that may wait in one socket; a client that needs more is dropped. */
  readonly maxBufferedBytes: number;
  /** A client whose socket takes nothing for this long is dropped. */
  readonly stallMs: number;
  /** A client that gives no sign of life for this long is dropped. */
  readonly idleMs: number;
  /** Client messages: a bucket of so many, refilled so fast; overdrawn by a whole bucket, the client is dropped. */
  readonly messageBurst: number;
  readonly messagesPerSecond: number;
}

/** What the owner of a connection hears. */
export interface ConnectionEvents {
  /** A text message within the rate limit. */
  onMessage(text: string): void;
  /** A message beyond the rate limit, the first of a run: say so to the client. */
  onRateLimited(): void;
  /** A binary message: the protocols here have none. */
  onMalformed(): void;
  /** The socket has taken all that waited: send what was held back. */
  onDrain(): void;
  onClose(): void;
}

/**
 * One WebSocket of a client. Frames go straight to the TCP socket, already framed; while that has a backlog
 * (`behind`), nothing more is written and the owner holds the latest state back until `onDrain`.
 */
export class Connection {
  readonly #ws: WebSocket;
  readonly #socket: Duplex;
  readonly #limits: ConnectionLimits;
  readonly #counters: Counters;
  readonly #now: () => number;
  #heardMs: number;
  #behindSinceMs: number | null = null;
  readonly #bucket: TokenBucket;

  /** `socket` is the one that `ws` was upgraded on; compression must be off. */
  constructor(
    ws: WebSocket,
    socket: Duplex,
    limits: ConnectionLimits,
    counters: Counters,
    now: () => number,
    events: ConnectionEvents,
  ) {
    this.#ws = ws;
    this.#socket = socket;
    this.#limits = limits;
    this.#counters = counters;
    this.#now = now;
    this.#heardMs = now();
    this.#bucket = new TokenBucket(limits.messageBurst, limits.messagesPerSecond, this.#heardMs);
    ws.on('message', (data, binary) => {
      if (this.#admit(events)) binary ? events.onMalformed() : events.onMessage(data.toString());
    });
    ws.on('ping', (payload) => {
      if (this.#admit(events)) this.write(pongFrame(payload));
    });
    ws.on('pong', () => {
      this.#heardMs = this.#now();
    });
    // An oversized or broken frame: ws closes with the right code by itself.
    ws.on('error', () => {
      this.#counters.malformed += 1;
    });
    ws.on('close', () => events.onClose());
    socket.on('drain', () => {
      this.#behindSinceMs = null;
      if (this.open) events.onDrain();
    });
  }

  get open(): boolean {
    return this.#ws.readyState === WebSocket.OPEN;
  }

  /** Whether the socket has a backlog, so that writes are refused. */
  get behind(): boolean {
    return this.#socket.writableNeedDrain;
  }

  get bufferedBytes(): number {
    return this.#socket.writableLength;
  }

  /** Writes whole frames; false when nothing was written because the client is behind or gone. */
  write(frames: Buffer): boolean {
    const socket = this.#socket;
    if (socket.writableNeedDrain || this.#ws.readyState !== WebSocket.OPEN) return false;
    if (socket.writableLength + frames.length > this.#limits.maxBufferedBytes) {
      this.#drop('droppedSlow');
      return false;
    }
    this.#counters.writes += 1;
    this.#counters.bytesSent += frames.length;
    if (!socket.write(frames)) this.#behindSinceMs = this.#now();
    return true;
  }

  /** Drops the client when it stalls or gave no sign of life; true when it did. */
  dropIfDead(nowMs: number): boolean {
    if (this.#behindSinceMs !== null && nowMs - this.#behindSinceMs > this.#limits.stallMs) {
      return this.#drop('droppedSlow');
    }
    if (nowMs - this.#heardMs > this.#limits.idleMs) return this.#drop('droppedIdle');
    return false;
  }

  /** Closes politely, with a code of the contract's `closeCodes`. */
  close(code: number, reason: string): void {
    this.#ws.close(code, reason);
  }

  terminate(): void {
    this.#ws.terminate();
  }

  #drop(why: 'droppedSlow' | 'droppedIdle' | 'droppedRate'): true {
    this.#counters[why] += 1;
    this.#ws.terminate();
    return true;
  }

  #admit(events: ConnectionEvents): boolean {
    // What came in one piece with the message that made us hang up.
    if (!this.open) return false;
    const nowMs = this.#now();
    this.#heardMs = nowMs;
    const verdict = this.#bucket.take(nowMs);
    if (verdict === 'flood') this.#drop('droppedRate');
    if (verdict === 'refused-first') events.onRateLimited();
    return verdict === 'admitted';
  }
}
