import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { Verdict } from '../token-bucket.ts';
import type { Allowance } from './allowance.ts';
import type { Counters } from './counters.ts';
import { pongFrame } from './frame.ts';

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

/**
 * One WebSocket of a client. Frames go straight to the TCP socket, already framed; while that has a backlog
 * (`behind`), nothing more is written and the owner holds the latest state back until `onDrain`.
 */
export class Connection {
  readonly #ws: WebSocket;
  readonly #socket: Duplex;
  readonly #limits: ConnectionLimits;
  readonly #allowance: Allowance;
  readonly #counters: Counters;
  readonly #now: () => number;
  #heardMs: number;
  #behindSinceMs: number | null = null;

  /** `socket` is the TCP socket below `ws`; compression must be off. */
  constructor(ws: WebSocket, socket: Duplex, deps: ConnectionDeps, owner: ConnectionEvents) {
    this.#ws = ws;
    this.#socket = socket;
    this.#limits = deps.limits;
    this.#allowance = deps.allowance;
    this.#counters = deps.counters;
    this.#now = deps.now;
    this.#heardMs = deps.now();
    const contained = (event: () => void): void => {
      try {
        event();
      } catch (error) {
        ws.terminate();
        deps.onError(error);
      }
    };
    const admitted = (event: () => void): void => contained(() => this.#admit(owner) && event());
    ws.on('message', (data, binary) =>
      admitted(() => (binary ? owner.onMalformed() : owner.onMessage(data.toString()))),
    );
    ws.on('ping', (payload) => admitted(() => this.write(pongFrame(payload))));
    ws.on('pong', () => admitted(() => {}));
    // An oversized or broken frame: ws closes with the right code by itself.
    ws.on('error', () => {
      this.#counters.malformed += 1;
    });
    ws.on('close', () => contained(() => owner.onClose()));
    socket.on('drain', () => {
      this.#behindSinceMs = null;
      if (this.open) contained(() => owner.onDrain());
    });
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

  /**
   * Takes the further cost of a message that was admitted, in units; false when the client may not have it now. A
   * flood drops it.
   */
  afford(cost: number): boolean {
    return this.#take(cost) === 'admitted';
  }

  #admit(owner: ConnectionEvents): boolean {
    // Drops messages that came in one piece with the one that made us hang up.
    if (!this.open) return false;
    this.#heardMs = this.#now();
    const verdict = this.#take(1);
    if (verdict === 'refused-first') owner.onRateLimited();
    return verdict === 'admitted';
  }

  #take(cost: number): Verdict {
    const verdict = this.#allowance.take(cost);
    if (verdict === 'flood') this.#drop('droppedRate');
    return verdict;
  }
}
