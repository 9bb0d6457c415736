/**
 * The frames that one flush has for a client, as a path in a tree: clients with the same subscriptions end at the same
 * node, whose bytes are joined once and written to all of them.
 */
export class Batch {
  readonly #parent: Batch | null;
  readonly #frame: Buffer;
  readonly #next = new Map<Buffer, Batch>();
  #joined: Buffer | null = null;

  constructor(parent: Batch | null = null, frame: Buffer = Buffer.alloc(0)) {
    this.#parent = parent;
    this.#frame = frame;
  }

  /** This batch with one more frame. */
  with(frame: Buffer): Batch {
    let next = this.#next.get(frame);
    if (next === undefined) {
      next = new Batch(this, frame);
      this.#next.set(frame, next);
    }
    return next;
  }

  /** All frames in a row. */
  bytes(): Buffer {
    if (this.#joined !== null) return this.#joined;
    const frames: Buffer[] = [];
    for (let node: Batch | null = this; node !== null && node.#parent !== null; node = node.#parent) {
      frames.push(node.#frame);
    }
    this.#joined = frames.length === 1 ? frames[0]! : Buffer.concat(frames.reverse());
    return this.#joined;
  }
}
