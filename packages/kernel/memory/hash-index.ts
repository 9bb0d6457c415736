import { assert } from '../assert.ts';

const FIRST_BUCKETS = 4;

/**
 * Finds pool slots (1 and up) by the hash of a key. Linear hashing: the table grows one bucket per insertion, so no
 * insertion ever waits for a rehash. At most every other bucket is in use, as a look-up pays for each slot on its way
 * with a cache line. The caller compares keys along the chain:
 * `for (let s = index.first(hash); s !== 0; s = index.after(s)) if (keyOf(s) === key) ...`
 */
export class HashIndex {
  /** Next slot of its chain, and hash, by slot. */
  private links: Int32Array;
  private buckets = new Int32Array(2 * FIRST_BUCKETS);
  /** Buckets of the current round, less one; those below `split` are already divided in two. */
  private mask = FIRST_BUCKETS - 1;
  private split = 0;
  private size = 0;

  /** `capacity` is a hint of how many slots there will be. */
  constructor(capacity: number) {
    this.links = new Int32Array(2 * capacity);
  }

  /** The first slot of the chain where a key of this hash would be; 0 when the chain is empty. */
  first(hash: number): number {
    return this.buckets[this.bucketOf(hash)]!;
  }

  /** The next slot of the chain; 0 when there is none. */
  after(slot: number): number {
    return this.links[2 * slot]!;
  }

  /** True when a slot that is in the index has this hash: separates most keys without a look at them. */
  hasHash(slot: number, hash: number): boolean {
    return this.links[2 * slot + 1] === hash;
  }

  insert(slot: number, hash: number): void {
    if (2 * slot >= this.links.length) this.links = copyInt32(this.links, 4 * slot);
    const { links, buckets } = this;
    const bucket = this.bucketOf(hash);
    assert(slot > 0 && buckets[bucket] !== slot, 'a slot enters the index once');
    links[2 * slot] = buckets[bucket]!;
    links[2 * slot + 1] = hash;
    buckets[bucket] = slot;
    if (2 * ++this.size > this.mask + 1 + this.split) this.splitOne();
  }

  /** Takes out a slot that is in the index. */
  remove(slot: number): void {
    const { links, buckets } = this;
    const bucket = this.bucketOf(links[2 * slot + 1]!);
    let at = buckets[bucket]!;
    if (at === slot) {
      buckets[bucket] = links[2 * slot]!;
    } else {
      while (links[2 * at] !== slot) {
        at = links[2 * at]!;
        assert(at !== 0, 'a slot that leaves the index was in it');
      }
      links[2 * at] = links[2 * slot]!;
    }
    assert(--this.size >= 0, 'no more slots leave the index than came');
  }

  private bucketOf(hash: number): number {
    const bucket = hash & this.mask;
    return bucket < this.split ? hash & (2 * this.mask + 1) : bucket;
  }

  private splitOne(): void {
    const { links, buckets } = this;
    const half = this.mask + 1;
    let at = buckets[this.split]!;
    let low = 0;
    let high = 0;
    while (at !== 0) {
      const following = links[2 * at]!;
      if ((links[2 * at + 1]! & half) === 0) {
        links[2 * at] = low;
        low = at;
      } else {
        links[2 * at] = high;
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
