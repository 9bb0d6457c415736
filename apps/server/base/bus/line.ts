import type { Socket } from 'node:net';
import { FrameReader } from '../frames/frames.ts';
import { decodeFrame, encodeFrame, type Frame, type FrameKind, LEAST_FRAME_BYTES } from './frames.ts';

export interface LineOptions {
  /** Receives each frame. An error it throws ends the connection: the other side sent invalid data. */
  readonly onFrame: (frame: Frame) => void;
  /** Called once, with the reason. */
  readonly onEnd: (reason: string) => void;
  /** The longest frame that is accepted. */
  readonly maxFrameBytes: number;
  /** A reader with more unread bytes than this is disconnected. */
  readonly maxUnreadBytes: number;
}

/** The reason given when the other side closed the connection. */
export const CLOSED = 'it closed the line';
export const MAX_UNREAD_BYTES = 64 * 1024 * 1024;
/** A reader is disconnected after this many checks without progress. */
const MOST_STALLED = 5;

/** One side of a connection: reads frames, and sends all frames of one event-loop turn in one write. */
export class Line {
  readonly #socket: Socket;
  readonly #options: LineOptions;
  #queue: Buffer[] = [];
  #queuedBytes = 0;
  #scheduled = false;
  #stalled = 0;
  #ended = false;

  constructor(socket: Socket, options: LineOptions) {
    this.#socket = socket;
    this.#options = options;
    const reader = new FrameReader(options.maxFrameBytes, LEAST_FRAME_BYTES);
    socket.on('data', (chunk) => {
      try {
        reader.push(chunk, (kind, body) => {
          if (!this.#ended) options.onFrame(decodeFrame(kind, body));
        });
      } catch (error) {
        this.end(`it sent rubbish: ${error instanceof Error ? error.message : error}`);
      }
    });
    socket.on('error', (error) => this.end(error.message));
    socket.on('close', () => this.end(CLOSED));
  }

  send(kind: FrameKind, a?: number, b?: number, subject?: string, body?: Buffer): void {
    this.sendFrame(encodeFrame(kind, a, b, subject, body));
  }

  sendFrame(frame: Buffer): void {
    if (this.#ended) return;
    this.#queue.push(frame);
    this.#queuedBytes += frame.length;
    if (this.#queuedBytes + this.#socket.writableLength > this.#options.maxUnreadBytes) {
      this.end('it reads too slowly');
      return;
    }
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.#flush());
  }

  /**
   * Checks that the other side reads; call it about once a second. It counts checks, not time, because this side may
   * pause.
   */
  look(): void {
    if (this.#socket.writableLength === 0) this.#stalled = 0;
    else if (++this.#stalled > MOST_STALLED) this.end('it does not read');
  }

  end(reason: string): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#queue = [];
    this.#socket.destroy();
    this.#options.onEnd(reason);
  }

  #flush(): void {
    this.#scheduled = false;
    if (this.#ended || this.#queue.length === 0) return;
    const bytes = this.#queue.length === 1 ? this.#queue[0]! : Buffer.concat(this.#queue, this.#queuedBytes);
    this.#queue = [];
    this.#queuedBytes = 0;
    this.#socket.write(bytes, () => {
      this.#stalled = 0;
    });
  }
}
