import { assert } from '../assert.ts';
import { Int64Cells } from '../memory/int64-cells.ts';
import { ID, ORDER_REALS, ORDER_WORDS, OrderIds } from './order-ids.ts';

export { ID, ORDER_REALS, ORDER_WORDS };

/**
 * One order takes 64 bytes in one run of memory, a cache line's worth, as memory is what the kernel waits for; what is
 * read least stands last. Where it is hot, code indexes the shared buffer by these offsets; elsewhere it asks the pool.
 * The first field is the id, in `reals`.
 */
/** 64-bit fields, in `reals`: the lots still open, all lots, the time. */
export const LEFT = 1;
export const LOTS = 6;
const CREATED_MS = 7;
/** 32-bit fields, in `words`. Next and previous stand in the price's queue; the owner is a trader's slot. */
export const NEXT = 4;
export const PREVIOUS = 5;
/** The level's slot, with the flags below it. */
export const PLACE = 6;
export const LEVEL_SHIFT = 9;
export const PRICE = 8;
export const OWNER = 9;
export const OWNER_NEXT = 10;
export const OWNER_PREVIOUS = 11;

export const FLAG_SELL = 1;
export const FLAG_POST_ONLY = 2;
/** Set by a mass quote: a level of the sender's quote, found again by its price. */
export const FLAG_QUOTE = 4;
export const FLAG_HOUSE = 8;
export const FLAG_CLIENT_ID = 16;
/** One of two orders of which the first fill or end of the one ends the other. */
export const FLAG_TWIN = 32;
/** It came to rest after orders of higher ids, so its id does not tell its place in the queue. */
export const FLAG_LATE = 64;
/** Order of a wallet of another product, whose watch is notified of it and may keep it from trading. */
export const FLAG_WATCHED = 128;
/** The flags that others set and see; above them, the pool's own: the order has fills. */
const ALL_FLAGS = 255;
const FLAG_FILLED = 256;

/**
 * The resting orders of all books. A slot is 1 and up and is used again after `free`; nothing that leaves the kernel
 * may depend on slots. The buffers are replaced when the pool grows, which only `allocate` does.
 */
export class OrderPool {
  live = 0;
  reals: Float64Array;
  words: Int32Array;
  /** The quote amounts of all fills, of orders that have any. */
  private readonly filledQuotes: Int64Cells;
  private readonly clientIds: (string | null)[] = [null];
  private readonly ids = new OrderIds(this);
  private capacity: number;
  private used = 0;
  private freeHead = 0;

  /** `capacity` is a hint: the pool doubles when it is full, which copies it. */
  constructor(capacity: number) {
    this.capacity = capacity;
    this.reals = new Float64Array(ORDER_REALS * capacity);
    this.words = new Int32Array(this.reals.buffer);
    this.filledQuotes = new Int64Cells(capacity);
  }

  /** The slot of a resting order by its id; 0 when there is none. */
  find(orderId: number): number {
    return this.ids.find(orderId);
  }

  /** Takes a slot for an order that is about to rest. */
  allocate(
    orderId: number,
    owner: number,
    priceTicks: number,
    lots: number,
    left: number,
    flags: number,
    createdMs: number,
  ): number {
    assert(left > 0 && left <= lots && priceTicks > 0, 'an order that rests has a price and open lots');
    let slot = this.freeHead;
    if (slot !== 0) this.freeHead = this.words[slot * ORDER_WORDS + NEXT]!;
    else slot = this.extend();
    const real = slot * ORDER_REALS;
    const word = slot * ORDER_WORDS;
    const { reals, words } = this;
    reals[real + ID] = orderId;
    reals[real + LOTS] = lots;
    reals[real + LEFT] = left;
    reals[real + CREATED_MS] = createdMs;
    words[word + PRICE] = priceTicks;
    words[word + OWNER] = owner;
    words[word + PLACE] = flags;
    this.ids.insert(slot, orderId);
    this.live++;
    return slot;
  }

  /** Gives back the slot of an order that is in no list any more and has no client id. */
  free(slot: number): void {
    assert(this.live > 0, 'no more orders leave the pool than came');
    this.ids.remove(slot);
    this.words[slot * ORDER_WORDS + NEXT] = this.freeHead;
    this.freeHead = slot;
    this.live--;
  }

  id(slot: number): number {
    return this.reals[slot * ORDER_REALS + ID]!;
  }
  lots(slot: number): number {
    return this.reals[slot * ORDER_REALS + LOTS]!;
  }
  left(slot: number): number {
    return this.reals[slot * ORDER_REALS + LEFT]!;
  }
  createdMs(slot: number): number {
    return this.reals[slot * ORDER_REALS + CREATED_MS]!;
  }
  filledQuote(slot: number): bigint {
    return (this.words[slot * ORDER_WORDS + PLACE]! & FLAG_FILLED) === 0
      ? 0n
      : this.filledQuotes.cells[slot]!;
  }
  setFilledQuote(slot: number, units: bigint): void {
    this.words[slot * ORDER_WORDS + PLACE]! |= FLAG_FILLED;
    this.filledQuotes.cells[slot] = units;
  }
  /** Adds a fill's quote amount, a safe integer. */
  addFilledQuote(slot: number, units: number): void {
    if ((this.words[slot * ORDER_WORDS + PLACE]! & FLAG_FILLED) === 0) {
      this.words[slot * ORDER_WORDS + PLACE]! |= FLAG_FILLED;
      this.filledQuotes.clear(slot);
    }
    this.filledQuotes.add(slot, units);
  }
  priceTicks(slot: number): number {
    return this.words[slot * ORDER_WORDS + PRICE]!;
  }
  owner(slot: number): number {
    return this.words[slot * ORDER_WORDS + OWNER]!;
  }
  flags(slot: number): number {
    return this.words[slot * ORDER_WORDS + PLACE]! & ALL_FLAGS;
  }
  setFlag(slot: number, flag: number): void {
    this.words[slot * ORDER_WORDS + PLACE]! |= flag;
  }
  clearFlag(slot: number, flag: number): void {
    this.words[slot * ORDER_WORDS + PLACE]! &= ~flag;
  }
  /** Changes an order that is in no queue: its price, all of its lots and those still open. */
  change(slot: number, priceTicks: number, lots: number, left: number): void {
    this.words[slot * ORDER_WORDS + PRICE] = priceTicks;
    this.reals[slot * ORDER_REALS + LOTS] = lots;
    this.reals[slot * ORDER_REALS + LEFT] = left;
  }
  ownerNext(slot: number): number {
    return this.words[slot * ORDER_WORDS + OWNER_NEXT]!;
  }
  clientId(slot: number): string | null {
    return this.clientIds[slot]!;
  }
  /** Null takes it away. */
  setClientId(slot: number, clientId: string | null): void {
    this.clientIds[slot] = clientId;
    if (clientId === null) this.clearFlag(slot, FLAG_CLIENT_ID);
    else this.setFlag(slot, FLAG_CLIENT_ID);
  }

  /** All resting orders' slots, oldest order first. */
  slotsById(): number[] {
    const slots: number[] = [];
    const isFree = new Uint8Array(this.used + 1);
    for (let s = this.freeHead; s !== 0; s = this.words[s * ORDER_WORDS + NEXT]!) isFree[s] = 1;
    for (let s = 1; s <= this.used; s++) if (isFree[s] === 0) slots.push(s);
    return slots.sort((a, b) => this.id(a) - this.id(b));
  }

  private extend(): number {
    const slot = ++this.used;
    if (slot === this.capacity) {
      this.capacity *= 2;
      const reals = new Float64Array(ORDER_REALS * this.capacity);
      reals.set(this.reals);
      this.reals = reals;
      this.words = new Int32Array(reals.buffer);
      this.filledQuotes.grow(this.capacity);
    }
    this.clientIds.push(null);
    return slot;
  }
}
