import type { Socket } from 'node:net';
import { FrameWriter } from '../../../base/frames/frames.ts';

/** Frames that can wait are sent alone from this many bytes on. */
const MOST_WAITING_BYTES = 65_536;

/** Collects the frames of one event-loop turn for one write to a socket. */
export class FrameSender {
  private readonly socket: Socket;
  private readonly later: (flush: () => void) => void;
  private readonly writer = new FrameWriter();
  private readonly flush = () => this.write();
  private scheduled = false;

  /**
   * Writes at the end of the turn, after all readable sockets were read. Each socket is read in its own callback, and
   * a write for each would cost more than its data. `later` may schedule the write earlier.
   */
  constructor(socket: Socket, later: (flush: () => void) => void = setImmediate) {
    this.socket = socket;
    this.later = later;
  }

  /** Queues a frame after all earlier ones. */
  send(kind: number, ...parts: readonly Uint8Array[]): void {
    this.writer.frame(kind, ...parts);
    this.schedule();
  }

  /** Queues a frame after all earlier ones, to be sent with the next one that can't wait: it wakes nobody by itself. */
  sendWithNext(kind: number, ...parts: readonly Uint8Array[]): void {
    this.writer.frame(kind, ...parts);
    if (this.writer.length > MOST_WAITING_BYTES) this.schedule();
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    this.later(this.flush);
  }

  /** Bytes that the other end has not read yet. */
  get unreadBytes(): number {
    return this.socket.writableLength + this.writer.length;
  }

  private write(): void {
    this.scheduled = false;
    const { socket, writer } = this;
    if (writer.length === 0 || socket.destroyed || socket.writableEnded) return;
    socket.write(writer.take());
    // The system has accepted all bytes, so their memory can be reused.
    if (socket.writableLength === 0) writer.reuse();
  }
}
