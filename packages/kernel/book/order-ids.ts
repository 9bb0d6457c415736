import { assert } from '../assert.ts';
import { copyInt32 } from '../memory/hash-index.ts';

const FIRST_BUCKETS = 32;

/** Fields of a pool that the index reads and writes: each order carries its own id and chain, which a look-up needs. */
interface ChainedOrders {
  readonly words: Int32Array;
  readonly reals: Float64Array;
}

/** An order is so many 64-bit or 32-bit fields long; its id is a 64-bit one, the next slot of its chain a 32-bit one. */
export const ORDER_REALS = 8;
export const ORDER_WORDS = 16;
export const ID = 0;
const CHAIN = 7;

/**
 * Finds orders by id. Ids are given in order, so their low bits spread them evenly. Linear hashing: the table grows one
 * bucket per insertion, so no insertion ever waits for a rehash. At most every other bucket is in use.
 */
export class OrderIds {
  private readonly orders: ChainedOrders;
  private buckets = new Int32Array(2 * FIRST_BUCKETS);
  /** Buckets of the current round, less one; those below `split` are already divided in two. */
  private mask = FIRST_BUCKETS - 1;
  private split = 0;
  private size = 0;

  constructor(orders: ChainedOrders) {
    this.orders = orders;
  }

  /** The slot of an id; 0 when there is none. */
  find(orderId: number): number {
    const { words, reals } = this.orders;
    let slot = this.buckets[this.bucketOf(orderId | 0)]!;
    while (slot !== 0 && reals[slot * ORDER_REALS + ID] !== orderId)
      slot = words[slot * ORDER_WORDS + CHAIN]!;
    return slot;
  }

  /** Adds a slot, with its id already in it. */
  insert(slot: number, orderId: number): void {
    const { buckets } = this;
    const bucket = this.bucketOf(orderId | 0);
    assert(slot > 0 && buckets[bucket] !== slot, 'an order enters the index once');
    this.orders.words[slot * ORDER_WORDS + CHAIN] = buckets[bucket]!;
    buckets[bucket] = slot;
    if (2 * ++this.size > this.mask + 1 + this.split) this.splitOne();
  }

  /** Takes out a slot that is in the index. */
  remove(slot: number): void {
    const { buckets } = this;
    const { words, reals } = this.orders;
    const bucket = this.bucketOf(reals[slot * ORDER_REALS + ID]! | 0);
    const following = words[slot * ORDER_WORDS + CHAIN]!;
    let at = buckets[bucket]!;
    assert(--this.size >= 0, 'no more orders leave the index than came');
    if (at === slot) {
      buckets[bucket] = following;
      return;
    }
    while (words[at * ORDER_WORDS + CHAIN] !== slot) {
      at = words[at * ORDER_WORDS + CHAIN]!;
      assert(at !== 0, 'an order that leaves the index was in it');
    }
    words[at * ORDER_WORDS + CHAIN] = following;
  }

  private bucketOf(hash: number): number {
    const bucket = hash & this.mask;
    return bucket < this.split ? hash & (2 * this.mask + 1) : bucket;
  }

  private splitOne(): void {
    const { buckets } = this;
    const { words, reals } = this.orders;
    const half = this.mask + 1;
    let at = buckets[this.split]!;
    let low = 0;
    let high = 0;
    while (at !== 0) {
      const following = words[at * ORDER_WORDS + CHAIN]!;
      if (((reals[at * ORDER_REALS + ID]! | 0) & half) === 0) {
        words[at * ORDER_WORDS + CHAIN] = low;
        low = at;
      } else {
        words[at * ORDER_WORDS + CHAIN] = high;
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
