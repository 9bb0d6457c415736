import { Duplex } from 'node:stream';

/** The most bytes of one connection that are looked at in one go. */
const SLICE_BYTES = 2_048;
/** Longest time that one turn of the event loop spends on what clients sent, over all connections. */
const TURN_MS = 4;

/** Whose turn it is: connections with unread bytes are served round-robin, for a bounded time in each turn. */
export class InputTurns {
  /** In the order in which they get their turn. */
  readonly #waiting = new Set<MeteredSocket>();
  readonly #now: () => number;
  #scheduled = false;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The connection has bytes to read. */
  ready(input: MeteredSocket): void {
    this.#waiting.add(input);
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    const endMs = this.#now() + TURN_MS;
    for (const input of this.#waiting) {
      this.#waiting.delete(input);
      if (input.readSlice()) this.#waiting.add(input);
      if (this.#now() >= endMs) break;
    }
    this.#scheduled = this.#waiting.size > 0;
    if (this.#scheduled) setImmediate(() => this.#turn());
  }
}

export interface MeteredSocketOptions {
  readonly turns: InputTurns;
  /** Called with the size of each slice before anyone reads it; false cuts the connection off. */
  readonly admit: (bytes: number) => boolean;
  /** Receives what the reader of a slice throws; the connection has been cut off. */
  readonly onError: (error: unknown) => void;
}

/**
 * A client's socket whose bytes arrive in slices, in turn with all other connections. What is not read yet stays in
 * the socket's bounded buffer, and beyond that with the client. Writes pass through.
 */
export class MeteredSocket extends Duplex {
  readonly #socket: Duplex;
  readonly #options: MeteredSocketOptions;
  #blocked = false;

  constructor(socket: Duplex, options: MeteredSocketOptions) {
    super();
    this.#socket = socket;
    this.#options = options;
    this.on('error', () => {});
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
    socket.on('end', () => this.push(null));
    socket.on('readable', () => options.turns.ready(this));
  }

  /** Hands the next slice on; false when nothing more can be read now. */
  readSlice(): boolean {
    const socket = this.#socket;
    if (this.#blocked || socket.destroyed || this.destroyed) return false;
    const slice = socket.read(Math.min(SLICE_BYTES, Math.max(1, socket.readableLength))) as Buffer | null;
    if (slice === null) return false;
    try {
      if (!this.#options.admit(slice.length)) {
        this.destroy();
        return false;
      }
      this.#blocked = !this.push(slice);
    } catch (error) {
      this.destroy();
      this.#options.onError(error);
      return false;
    }
    return !this.#blocked;
  }

  override _read(): void {
    if (!this.#blocked) return;
    this.#blocked = false;
    this.#options.turns.ready(this);
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done);
  }

  /** Writes a frame's header and body so that they leave in one packet. */
  override _writev(
    chunks: { readonly chunk: Buffer; readonly encoding: BufferEncoding }[],
    done: (error?: Error | null) => void,
  ): void {
    this.#socket.cork();
    const last = chunks.length - 1;
    for (const [n, { chunk, encoding }] of chunks.entries()) {
      this.#socket.write(chunk, encoding, n === last ? done : undefined);
    }
    this.#socket.uncork();
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }
}
