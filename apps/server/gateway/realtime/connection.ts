import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { Verdict } from '../../base/limits/token-bucket.ts';
import type { Allowance } from './allowance.ts';
import type { Counters } from './counters.ts';
import { pongFrame } from './frame.ts';
import type { Refused } from './refused.ts';

export interface ConnectionLimits {
  /** The most bytes that may wait in one socket; a client that needs more is dropped. */
  readonly maxBufferedBytes: number;
  /** A client whose socket takes nothing for this long is dropped. */
  readonly stallMs: number;
  /** A client that gives no sign of life for this long is dropped. */
  readonly idleMs: number;
}

/** The parts of the server that a connection uses. */
export interface ConnectionDeps {
  readonly limits: ConnectionLimits;
  readonly allowance: Allowance;
  readonly counters: Counters;
  readonly refused: Refused;
  readonly now: () => number;
  /** Receives what the owner's events throw; the connection has been cut off. */
  readonly onError: (error: unknown) => void;
}

/** Events for the owner of a connection. */
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

/** A WebSocket that knows its connection, so that all of them share their listeners. */
export class ClientSocket extends WebSocket {
  connection: Connection | null = null;
}

/**
 * One WebSocket of a client. Frames go straight to the TCP socket, already framed; while that has a backlog
 * (`behind`), nothing more is written and the owner holds the latest state back until `onDrain`.
 */
export class Connection {
  readonly #ws: ClientSocket;
  readonly #socket: Duplex;
  readonly #deps: ConnectionDeps;
  readonly #owner: ConnectionEvents;
  #heardMs: number;
  #behindSinceMs: number | null = null;

  /** `socket` is the TCP socket below `ws`; compression must be off. */
  constructor(ws: ClientSocket, socket: Duplex, deps: ConnectionDeps, owner: ConnectionEvents) {
    this.#ws = ws;
    this.#socket = socket;
    this.#deps = deps;
    this.#owner = owner;
    this.#heardMs = deps.now();
    ws.connection = this;
    ws.on('message', onMessage);
    ws.on('ping', onPing);
    ws.on('pong', onPong);
    ws.on('error', onError);
    ws.on('close', onClose);
    socket.on('drain', () => this.drained());
  }

  get open(): boolean {
    return this.#ws.readyState === WebSocket.OPEN;
  }

  /** True while the socket has a backlog, so that writes are refused. */
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
    if (socket.writableLength + frames.length > this.#deps.limits.maxBufferedBytes) {
      this.#drop('droppedSlow');
      return false;
    }
    const { counters, now } = this.#deps;
    counters.writes += 1;
    counters.bytesSent += frames.length;
    if (!socket.write(frames)) this.#behindSinceMs = now();
    return true;
  }

  /** Writes whole frames as `write` does; all that is written like this in one turn leaves in one packet. */
  writeTogether(frames: Buffer): boolean {
    const socket = this.#socket;
    if (socket.writableCorked === 0) {
      socket.cork();
      process.nextTick(uncork, socket);
    }
    return this.write(frames);
  }

  /** Drops the client when it stalls or gave no sign of life; true when it did. */
  dropIfDead(nowMs: number): boolean {
    const { stallMs, idleMs } = this.#deps.limits;
    if (this.#behindSinceMs !== null && nowMs - this.#behindSinceMs > stallMs) {
      return this.#drop('droppedSlow');
    }
    if (nowMs - this.#heardMs > idleMs) return this.#drop('droppedIdle');
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
    this.#deps.counters[why] += 1;
    this.#ws.terminate();
    return true;
  }

  /** Takes a message of the client. */
  received(data: Buffer, isBinary: boolean): void {
    this.#contained(() => {
      if (!this.#admit()) return;
      if (isBinary) this.#owner.onMalformed();
      else this.#owner.onMessage(data.toString());
    });
  }

  /** Takes a ping or, with null, a pong of the client. */
  heard(ping: Buffer | null): void {
    this.#contained(() => {
      if (this.#admit() && ping !== null) this.write(pongFrame(ping));
    });
  }

  /** Counts an oversized or broken frame: ws closes with the right code by itself. */
  broken(): void {
    this.#deps.counters.malformed += 1;
  }

  drained(): void {
    this.#behindSinceMs = null;
    if (this.open) this.#contained(() => this.#owner.onDrain());
  }

  closed(): void {
    this.#contained(() => this.#owner.onClose());
  }

  #contained(event: () => void): void {
    try {
      event();
    } catch (error) {
      this.#ws.terminate();
      this.#deps.onError(error);
    }
  }

  /**
   * Takes the further cost of a message that was admitted, in units; false when the client may not have it now. A
   * flood drops it.
   */
  afford(cost: number): boolean {
    return this.#take(cost) === 'admitted';
  }

  #admit(): boolean {
    // Drops messages that came in one piece with the one that made us hang up.
    if (!this.open) return false;
    this.#heardMs = this.#deps.now();
    const verdict = this.#take(1);
    if (verdict === 'refused-first') this.#owner.onRateLimited();
    return verdict === 'admitted';
  }

  #take(cost: number): Verdict {
    const verdict = this.#deps.allowance.take(cost);
    if (verdict === 'refused-first' || verdict === 'flood') this.#deps.refused('RATE_LIMITED');
    if (verdict === 'flood') this.#drop('droppedRate');
    return verdict;
  }
}

function onMessage(this: WebSocket, data: unknown, isBinary: boolean): void {
  // ws delivers buffers where no other binary type is asked for
  (this as ClientSocket).connection?.received(data as Buffer, isBinary);
}

function onPing(this: WebSocket, payload: Buffer): void {
  (this as ClientSocket).connection?.heard(payload);
}

function onPong(this: WebSocket): void {
  (this as ClientSocket).connection?.heard(null);
}

function onError(this: WebSocket): void {
  (this as ClientSocket).connection?.broken();
}

function onClose(this: WebSocket): void {
  (this as ClientSocket).connection?.closed();
}

function uncork(socket: Duplex): void {
  socket.uncork();
}
