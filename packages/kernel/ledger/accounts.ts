import { copyInt32, HashIndex, hashPair } from '../memory/hash-index.ts';

/**
 * The named accounts of the house, numbered below 0. Users' accounts are numbered by their user ids, above 0.
 * Practice custody is where practice funds come from, so it alone may go below 0.
 */
export const PRACTICE_CUSTODY = -1;
export const FEES = -2;
export const SAFETY_FUND = -3;
export const NAMED_ACCOUNTS: readonly number[] = [PRACTICE_CUSTODY, FEES, SAFETY_FUND];

const FIRST_CAPACITY = 64;

/** The accounts of the ledger. An account's slot is 1 and up, in the order of opening, and never changes. */
export class Accounts {
  count = 0;
  /** The account's number: a user id, or a named account's. */
  numbers = new Float64Array(FIRST_CAPACITY);
  house = new Uint8Array(FIRST_CAPACITY);
  firstBalance = new Int32Array(FIRST_CAPACITY);
  firstTrader = new Int32Array(FIRST_CAPACITY);
  private index = new HashIndex(FIRST_CAPACITY);

  constructor() {
    for (const number of NAMED_ACCOUNTS) this.open(number, true);
  }

  /** The slot of an account, 0 when there is none. */
  find(number: number): number {
    for (let slot = this.index.first(hashNumber(number)); slot !== 0; slot = this.index.next[slot]!) {
      if (this.numbers[slot] === number) return slot;
    }
    return 0;
  }

  /** Opens an account that does not exist yet. */
  open(number: number, house: boolean): number {
    const slot = ++this.count;
    if (slot === this.numbers.length) this.grow(2 * slot);
    this.numbers[slot] = number;
    this.house[slot] = house ? 1 : 0;
    this.index.insert(slot, hashNumber(number));
    return slot;
  }

  private grow(capacity: number): void {
    const numbers = new Float64Array(capacity);
    numbers.set(this.numbers);
    this.numbers = numbers;
    const house = new Uint8Array(capacity);
    house.set(this.house);
    this.house = house;
    this.firstBalance = copyInt32(this.firstBalance, capacity);
    this.firstTrader = copyInt32(this.firstTrader, capacity);
  }
}

function hashNumber(number: number): number {
  return hashPair(number | 0, Math.floor(number / 4294967296));
}
