import { HashIndex } from '../memory/hash-index.ts';
import { Int64Cells } from '../memory/int64-cells.ts';

/**
 * One order takes 80 bytes in one run of memory: five 64-bit fields, then ten 32-bit ones. Where it is hot, code
 * indexes the shared buffer by these offsets; elsewhere it asks the pool.
 */
export const ORDER_REALS = 10;
export const ORDER_WORDS = 20;

/** 64-bit fields, in `reals`: the id, all lots, the lots still open, the time. */
export const ID = 0;
export const LOTS = 1;
export const LEFT = 2;
export const CREATED_MS = 3;
/** In `cells`: the quote amount of all fills. */
export const FILLED_QUOTE = 4;
/** 32-bit fields, in `words`. The owner is a trader's slot; next and previous stand in the price's queue. */
export const PRICE = 10;
export const OWNER = 11;
export const NEXT = 12;
export const PREVIOUS = 13;
export const OWNER_NEXT = 14;
export const OWNER_PREVIOUS = 15;
export const FLAGS = 16;
export const LEVEL = 17;

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
/** Of a wallet of another product, which is told of it and may keep it from trading: state.restingWatch. */
export const FLAG_WATCHED = 128;

/**
 * The resting orders of all books. A slot is 1 and up and is used again after `free`; nothing that leaves the kernel
 * may depend on slots. The buffers are replaced when the pool grows, which only `allocate` does.
 */
export class OrderPool {
  live = 0;
  reals: Float64Array;
  words: Int32Array;
  readonly amounts: Int64Cells;
  private readonly clientIds: (string | null)[] = [null];
  private readonly ids: HashIndex;
  private capacity: number;
  private used = 0;
  private freeHead = 0;

  /** `capacity` is a hint: the pool doubles when it is full, which copies it. */
  constructor(capacity: number) {
    this.capacity = capacity;
    this.amounts = new Int64Cells(ORDER_REALS * capacity);
    this.reals = new Float64Array(this.amounts.cells.buffer);
    this.words = this.amounts.words;
    this.ids = new HashIndex(capacity);
  }

  /** The slot of a resting order by its id; 0 when there is none. */
  find(orderId: number): number {
    const { ids, reals } = this;
    let slot = ids.first(orderId | 0);
    while (slot !== 0 && reals[slot * ORDER_REALS + ID] !== orderId) slot = ids.next[slot]!;
    return slot;
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
    words[word + 2 * FILLED_QUOTE] = 0;
    words[word + 2 * FILLED_QUOTE + 1] = 0;
    words[word + PRICE] = priceTicks;
    words[word + OWNER] = owner;
    words[word + FLAGS] = flags;
    this.ids.insert(slot, orderId | 0);
    this.live++;
    return slot;
  }

  /** Gives back the slot of an order that is in no list any more. */
  free(slot: number): void {
    this.ids.remove(slot);
    const { words } = this;
    const word = slot * ORDER_WORDS;
    if ((words[word + FLAGS]! & FLAG_CLIENT_ID) !== 0) this.clientIds[slot] = null;
    words[word + NEXT] = this.freeHead;
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
    return this.amounts.cells[slot * ORDER_REALS + FILLED_QUOTE]!;
  }
  setFilledQuote(slot: number, units: bigint): void {
    this.amounts.cells[slot * ORDER_REALS + FILLED_QUOTE] = units;
  }
  priceTicks(slot: number): number {
    return this.words[slot * ORDER_WORDS + PRICE]!;
  }
  owner(slot: number): number {
    return this.words[slot * ORDER_WORDS + OWNER]!;
  }
  flags(slot: number): number {
    return this.words[slot * ORDER_WORDS + FLAGS]!;
  }
  setFlag(slot: number, flag: number): void {
    this.words[slot * ORDER_WORDS + FLAGS]! |= flag;
  }
  clearFlag(slot: number, flag: number): void {
    this.words[slot * ORDER_WORDS + FLAGS]! &= ~flag;
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
  setClientId(slot: number, clientId: string): void {
    this.clientIds[slot] = clientId;
    this.words[slot * ORDER_WORDS + FLAGS]! |= FLAG_CLIENT_ID;
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
      this.amounts.grow(ORDER_REALS * this.capacity);
      this.reals = new Float64Array(this.amounts.cells.buffer);
      this.words = this.amounts.words;
    }
    this.clientIds.push(null);
    return slot;
  }
}
