import type { Socket } from 'node:net';
import { FrameWriter } from './frames.ts';

/** Gathers the frames of a turn for one write to a socket. */
export class FrameSender {
  private readonly socket: Socket;
  private readonly later: (flush: () => void) => void;
  private readonly writer = new FrameWriter();
  private readonly flush = () => this.write();
  private scheduled = false;

  /**
   * Writes at the end of the turn: once all sockets that are readable now were read, each of which is a callback of its
   * own, and a write for each would cost more than what it carries. `later` may be sooner.
   */
  constructor(socket: Socket, later: (flush: () => void) => void = setImmediate) {
    this.socket = socket;
    this.later = later;
  }

  /** Sends a frame after all that was sent before. */
  send(kind: number, ...parts: readonly Uint8Array[]): void {
    this.writer.frame(kind, ...parts);
    if (this.scheduled) return;
    this.scheduled = true;
    this.later(this.flush);
  }

  /** So many bytes wait for the other end to read. */
  get unreadBytes(): number {
    return this.socket.writableLength + this.writer.length;
  }

  private write(): void {
    this.scheduled = false;
    const { socket, writer } = this;
    if (writer.length === 0 || socket.destroyed || socket.writableEnded) return;
    socket.write(writer.take());
    // All of it went to the system: nobody looks at these bytes any more.
    if (socket.writableLength === 0) writer.reuse();
  }
}
