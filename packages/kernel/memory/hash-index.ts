const FIRST_BUCKETS = 16;

/**
 * Finds pool slots (1 and up) by the hash of a key. Linear hashing: the table grows one bucket per insertion, so no
 * insertion ever waits for a rehash. The caller compares keys along the chain:
 * `for (let s = index.first(hash); s !== 0; s = index.next[s]) if (keyOf(s) === key) ...`
 */
export class HashIndex {
  next: Int32Array;
  private hashes: Int32Array;
  private buckets = new Int32Array(2 * FIRST_BUCKETS);
  /** Buckets of the current round, less one; those below `split` are already divided in two. */
  private mask = FIRST_BUCKETS - 1;
  private split = 0;
  private size = 0;

  /** `capacity` is a hint of how many slots there will be. */
  constructor(capacity: number) {
    this.next = new Int32Array(capacity);
    this.hashes = new Int32Array(capacity);
  }

  /** The first slot of the chain where a key of this hash would be; 0 when the chain is empty. */
  first(hash: number): number {
    return this.buckets[this.bucketOf(hash)]!;
  }

  insert(slot: number, hash: number): void {
    if (slot >= this.next.length) this.grow(2 * slot);
    const bucket = this.bucketOf(hash);
    this.hashes[slot] = hash;
    this.next[slot] = this.buckets[bucket]!;
    this.buckets[bucket] = slot;
    if (++this.size > this.mask + 1 + this.split) this.splitOne();
  }

  /** Takes out a slot that is in the index. */
  remove(slot: number): void {
    const next = this.next;
    const bucket = this.bucketOf(this.hashes[slot]!);
    let at = this.buckets[bucket]!;
    if (at === slot) {
      this.buckets[bucket] = next[slot]!;
    } else {
      while (next[at] !== slot) {
        at = next[at]!;
        if (at === 0) throw new Error('The hash index is broken');
      }
      next[at] = next[slot]!;
    }
    this.size--;
  }

  private grow(capacity: number): void {
    this.next = copyInt32(this.next, capacity);
    this.hashes = copyInt32(this.hashes, capacity);
  }

  private bucketOf(hash: number): number {
    const bucket = hash & this.mask;
    return bucket < this.split ? hash & (2 * this.mask + 1) : bucket;
  }

  private splitOne(): void {
    const { next, hashes, buckets } = this;
    const half = this.mask + 1;
    let at = buckets[this.split]!;
    let low = 0;
    let high = 0;
    while (at !== 0) {
      const following = next[at]!;
      if ((hashes[at]! & half) === 0) {
        next[at] = low;
        low = at;
      } else {
        next[at] = high;
        high = at;
      }
      at = following;
    }
    buckets[this.split] = low;
    buckets[this.split + half] = high;
    if (++this.split === half) {
      this.mask = 2 * half - 1;
      this.split = 0;
      this.buckets = copyInt32(buckets, 4 * half);
    }
  }
}

/** Mixes two small integers so that the low bits depend on all of both. */
export function hashPair(a: number, b: number): number {
  const mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

/** Hashes a text with a small integer (its owner). */
export function hashText(text: string, seed: number): number {
  let hash = Math.imul(seed, 0x9e3779b1) ^ text.length;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash ^ (hash >>> 15);
}

export function copyInt32(from: Int32Array, capacity: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(capacity);
  to.set(from.subarray(0, capacity));
  return to;
}
