import { HashIndex } from '../memory/hash-index.ts';
import { Int64Cells } from '../memory/int64-cells.ts';

/** One order takes 80 bytes in one run of memory: five 64-bit fields, then 32-bit ones. */
const REALS_PER_ORDER = 10;
const WORDS_PER_ORDER = 20;

const ID = 0;
const LOTS = 1;
const LEFT = 2;
const CREATED_MS = 3;
const FILLED_QUOTE = 4;
const PRICE = 10;
const OWNER = 11;
const NEXT = 12;
const PREVIOUS = 13;
const OWNER_NEXT = 14;
const OWNER_PREVIOUS = 15;
const FLAGS = 16;
const LEVEL = 17;

export const FLAG_SELL = 1;
export const FLAG_POST_ONLY = 2;
/** Set by a mass quote: a level of the sender's quote, found again by its price. */
export const FLAG_QUOTE = 4;
export const FLAG_HOUSE = 8;

/**
 * The resting orders of all books. A slot is 1 and up and is used again after `free`; nothing that leaves the kernel
 * may depend on slots. Field accessors read and write one shared buffer.
 */
export class OrderPool {
  live = 0;
  private reals: Float64Array;
  private words: Int32Array;
  private amounts: Int64Cells;
  private clientIds: (string | null)[];
  private readonly ids: HashIndex;
  private capacity: number;
  private used = 0;
  private freeHead = 0;

  /** `capacity` is a hint: the pool doubles when it is full, which copies it. */
  constructor(capacity: number) {
    this.capacity = capacity;
    this.amounts = new Int64Cells(REALS_PER_ORDER * capacity);
    this.reals = new Float64Array(this.amounts.cells.buffer);
    this.words = this.amounts.words;
    this.clientIds = [null];
    this.ids = new HashIndex(capacity);
  }

  /** The slot of a resting order by its id; 0 when there is none. */
  find(orderId: number): number {
    const { ids, reals } = this;
    let slot = ids.first(orderId | 0);
    while (slot !== 0 && reals[slot * REALS_PER_ORDER + ID] !== orderId) slot = ids.next[slot]!;
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
    if (slot !== 0) {
      this.freeHead = this.words[slot * WORDS_PER_ORDER + NEXT]!;
    } else {
      slot = ++this.used;
      if (slot === this.capacity) this.grow();
      this.clientIds.push(null);
    }
    const real = slot * REALS_PER_ORDER;
    const word = slot * WORDS_PER_ORDER;
    const { reals, words } = this;
    reals[real + ID] = orderId;
    reals[real + LOTS] = lots;
    reals[real + LEFT] = left;
    reals[real + CREATED_MS] = createdMs;
    words[2 * (real + FILLED_QUOTE)] = 0;
    words[2 * (real + FILLED_QUOTE) + 1] = 0;
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
    this.clientIds[slot] = null;
    this.words[slot * WORDS_PER_ORDER + NEXT] = this.freeHead;
    this.freeHead = slot;
    this.live--;
  }

  id(slot: number): number {
    return this.reals[slot * REALS_PER_ORDER + ID]!;
  }
  lots(slot: number): number {
    return this.reals[slot * REALS_PER_ORDER + LOTS]!;
  }
  left(slot: number): number {
    return this.reals[slot * REALS_PER_ORDER + LEFT]!;
  }
  setLeft(slot: number, lots: number): void {
    this.reals[slot * REALS_PER_ORDER + LEFT] = lots;
  }
  createdMs(slot: number): number {
    return this.reals[slot * REALS_PER_ORDER + CREATED_MS]!;
  }
  filledQuote(slot: number): bigint {
    return this.amounts.cells[slot * REALS_PER_ORDER + FILLED_QUOTE]!;
  }
  addFilledQuote(slot: number, units: number): void {
    this.amounts.add(slot * REALS_PER_ORDER + FILLED_QUOTE, units);
  }
  addFilledQuoteBig(slot: number, units: bigint): void {
    this.amounts.addBig(slot * REALS_PER_ORDER + FILLED_QUOTE, units);
  }
  priceTicks(slot: number): number {
    return this.words[slot * WORDS_PER_ORDER + PRICE]!;
  }
  owner(slot: number): number {
    return this.words[slot * WORDS_PER_ORDER + OWNER]!;
  }
  flags(slot: number): number {
    return this.words[slot * WORDS_PER_ORDER + FLAGS]!;
  }
  level(slot: number): number {
    return this.words[slot * WORDS_PER_ORDER + LEVEL]!;
  }
  setLevel(slot: number, level: number): void {
    this.words[slot * WORDS_PER_ORDER + LEVEL] = level;
  }
  next(slot: number): number {
    return this.words[slot * WORDS_PER_ORDER + NEXT]!;
  }
  setNext(slot: number, next: number): void {
    this.words[slot * WORDS_PER_ORDER + NEXT] = next;
  }
  previous(slot: number): number {
    return this.words[slot * WORDS_PER_ORDER + PREVIOUS]!;
  }
  setPrevious(slot: number, previous: number): void {
    this.words[slot * WORDS_PER_ORDER + PREVIOUS] = previous;
  }
  ownerNext(slot: number): number {
    return this.words[slot * WORDS_PER_ORDER + OWNER_NEXT]!;
  }
  setOwnerNext(slot: number, next: number): void {
    this.words[slot * WORDS_PER_ORDER + OWNER_NEXT] = next;
  }
  ownerPrevious(slot: number): number {
    return this.words[slot * WORDS_PER_ORDER + OWNER_PREVIOUS]!;
  }
  setOwnerPrevious(slot: number, previous: number): void {
    this.words[slot * WORDS_PER_ORDER + OWNER_PREVIOUS] = previous;
  }
  clientId(slot: number): string | null {
    return this.clientIds[slot]!;
  }
  setClientId(slot: number, clientId: string): void {
    this.clientIds[slot] = clientId;
  }

  /** The highest slot in use so far: where the indexes beside the pool must reach. */
  get highest(): number {
    return this.used;
  }

  /** All resting orders' slots, oldest order first. */
  slotsById(): number[] {
    const slots: number[] = [];
    const isFree = new Uint8Array(this.used + 1);
    for (let s = this.freeHead; s !== 0; s = this.words[s * WORDS_PER_ORDER + NEXT]!) isFree[s] = 1;
    for (let s = 1; s <= this.used; s++) if (isFree[s] === 0) slots.push(s);
    return slots.sort((a, b) => this.id(a) - this.id(b));
  }

  private grow(): void {
    this.capacity *= 2;
    this.amounts.grow(REALS_PER_ORDER * this.capacity);
    this.reals = new Float64Array(this.amounts.cells.buffer);
    this.words = this.amounts.words;
  }
}
