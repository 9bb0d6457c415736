/** Bytes of the length. A frame is a length (of the rest), a kind, and a body. */
const LENGTH_BYTES = 4;
export const HEAD_BYTES = LENGTH_BYTES + 1;
const FIRST_CAPACITY = 1 << 14;
/** Buffer capacity kept for the next turn; a larger buffer is released. */
const KEPT_CAPACITY = 1 << 20;

const none = Buffer.alloc(0);

/** The other end sent bytes that are not a frame. */
export class NoFrame extends RangeError {}

/** Collects frames for one write. */
export class FrameWriter {
  private bytes = Buffer.allocUnsafe(FIRST_CAPACITY);
  private used = 0;
  private taken = none;

  get length(): number {
    return this.used;
  }

  /** Adds a frame whose body is the concatenation of these parts. */
  frame(kind: number, ...parts: readonly Uint8Array[]): void {
    let length = 1;
    for (const part of parts) length += part.length;
    this.reserve(LENGTH_BYTES + length);
    this.bytes.writeUInt32LE(length, this.used);
    this.bytes[this.used + LENGTH_BYTES] = kind;
    this.used += HEAD_BYTES;
    for (const part of parts) {
      this.bytes.set(part, this.used);
      this.used += part.length;
    }
  }

  /** Returns all frames so far. The bytes stay valid until `reuse` is called. */
  take(): Buffer {
    const taken = this.bytes.subarray(0, this.used);
    this.used = 0;
    this.taken = this.bytes;
    this.bytes = none;
    return taken;
  }

  /** Allows the memory returned by the last `take` to be overwritten. */
  reuse(): void {
    if (this.bytes === none && this.taken.length <= KEPT_CAPACITY) this.bytes = this.taken;
    this.taken = none;
  }

  private reserve(count: number): void {
    if (this.used + count <= this.bytes.length) return;
    const bytes = Buffer.allocUnsafe(Math.max(FIRST_CAPACITY, 2 * this.bytes.length, this.used + count));
    this.bytes.copy(bytes, 0, 0, this.used);
    this.bytes = bytes;
  }
}

/** Splits a stream of bytes into frames, however the stream was chunked. */
export class FrameReader {
  /** The longest frame that is accepted. */
  maxBytes: number;
  private readonly leastBytes: number;
  private parts: Buffer[] = [];
  private waiting = 0;
  /** The number of buffered bytes needed to make progress. */
  private needed = HEAD_BYTES;

  /** @param leastBytes the shortest frame that is accepted, its kind included */
  constructor(maxBytes: number, leastBytes = 1) {
    this.maxBytes = maxBytes;
    this.leastBytes = leastBytes;
  }

  /** Passes each complete frame to `take`. Throws NoFrame for an invalid length, and rethrows errors of `take`. */
  push(chunk: Buffer, take: (kind: number, body: Buffer) => void): void {
    this.parts.push(chunk);
    this.waiting += chunk.length;
    if (this.waiting < this.needed) return;
    const bytes = this.parts.length === 1 ? chunk : Buffer.concat(this.parts, this.waiting);
    this.parts = [];
    this.waiting = 0;
    let at = 0;
    for (;;) {
      const left = bytes.length - at;
      this.needed = HEAD_BYTES;
      if (left < LENGTH_BYTES) break;
      const length = bytes.readUInt32LE(at);
      if (length < this.leastBytes || length > this.maxBytes) throw new NoFrame(`A frame of ${length} bytes`);
      this.needed = LENGTH_BYTES + length;
      if (left < this.needed) break;
      const end = at + this.needed;
      take(bytes[at + LENGTH_BYTES] as number, bytes.subarray(at + HEAD_BYTES, end));
      at = end;
    }
    if (at === bytes.length) return;
    this.parts.push(bytes.subarray(at));
    this.waiting = bytes.length - at;
  }
}
