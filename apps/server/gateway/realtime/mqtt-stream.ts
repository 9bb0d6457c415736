import { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { Refused } from './refused.ts';

/**
 * The MQTT byte stream of one WebSocket, of which the broker gets only the messages that pass. ws' own stream would
 * hand it a message also after the listener before it has hung up.
 */
export class MqttStream extends Duplex {
  /** Notes what the broker refuses to this client. */
  readonly refused: Refused;
  readonly #ws: WebSocket;
  #maySend = () => true;

  /** `pass` sees each message first; where it says no the connection is cut off and the broker gets nothing of it. */
  constructor(ws: WebSocket, refused: Refused, pass: (data: Buffer, binary: boolean) => boolean) {
    super();
    this.refused = refused;
    this.#ws = ws;
    ws.on('message', (data: Buffer, binary) => {
      // Drops messages that came in one piece with the one that made us hang up.
      if (this.destroyed || ws.readyState !== WebSocket.OPEN) return;
      if (!pass(data, binary)) this.destroy();
      else if (!this.push(data)) ws.pause();
    });
    ws.on('close', () => {
      this.push(null);
      this.destroy();
    });
    this.on('error', () => {});
  }

  /**
   * From now on cuts the connection off instead of sending where `maySend` says no. The broker writes after its current
   * task: a message that it took before this process was stopped would be sent when it resumes, as if it were fresh.
   */
  sendOnlyWhile(maySend: () => boolean): void {
    this.#maySend = maySend;
  }

  override _read(): void {
    if (this.#ws.isPaused) this.#ws.resume();
  }

  /** Sends the pieces that the broker writes of one packet as one message: each message costs a system call. */
  override _writev(
    pieces: readonly { readonly chunk: Buffer }[],
    done: (error?: Error | null) => void,
  ): void {
    this.#send(Buffer.concat(pieces.map(({ chunk }) => chunk)), done);
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#send(chunk, done);
  }

  #send(chunk: Buffer, done: (error?: Error | null) => void): void {
    if (this.#ws.readyState !== WebSocket.OPEN) done();
    else if (this.#maySend()) this.#ws.send(chunk, done);
    else {
      this.destroy();
      done();
    }
  }

  override _final(done: () => void): void {
    this.#ws.close();
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#ws.terminate();
    done(error);
  }
}
