import type { Accounts } from '../../ledger/accounts.ts';
import { copyInt32, HashIndex, hashPair } from '../../memory/hash-index.ts';

const WORDS = 8;
const FIRST_CAPACITY = 64;

const ACCOUNT = 0;
const SYMBOL = 1;
const BASE = 2;
const QUOTE = 3;
const OPEN = 4;
const FIRST = 5;
const LAST = 6;
const NEXT_OF_ACCOUNT = 7;

/**
 * A trader is an account in one symbol: its two balances and its open orders there. Slots are 1 and up, in the order
 * of the first accepted order, and never change.
 */
export class Traders {
  count = 0;
  private words = new Int32Array(WORDS * FIRST_CAPACITY);
  private capacity = FIRST_CAPACITY;
  private readonly index = new HashIndex(FIRST_CAPACITY);
  private readonly accounts: Accounts;

  constructor(accounts: Accounts) {
    this.accounts = accounts;
  }

  /** The trader of an account (its slot) in a symbol (its number); 0 when there is none. */
  find(account: number, symbol: number): number {
    const { index, words } = this;
    let slot = index.first(hashPair(account, symbol));
    while (slot !== 0) {
      if (words[slot * WORDS + ACCOUNT] === account && words[slot * WORDS + SYMBOL] === symbol) return slot;
      slot = index.next[slot]!;
    }
    return 0;
  }

  /** Makes a trader that does not exist yet, of two balance slots. */
  open(account: number, symbol: number, baseBalance: number, quoteBalance: number): number {
    const slot = ++this.count;
    if (slot === this.capacity) {
      this.capacity *= 2;
      this.words = copyInt32(this.words, WORDS * this.capacity);
    }
    const at = slot * WORDS;
    this.words[at + ACCOUNT] = account;
    this.words[at + SYMBOL] = symbol;
    this.words[at + BASE] = baseBalance;
    this.words[at + QUOTE] = quoteBalance;
    this.words[at + NEXT_OF_ACCOUNT] = this.accounts.firstTrader[account]!;
    this.accounts.firstTrader[account] = slot;
    this.index.insert(slot, hashPair(account, symbol));
    return slot;
  }

  account(slot: number): number {
    return this.words[slot * WORDS + ACCOUNT]!;
  }
  symbol(slot: number): number {
    return this.words[slot * WORDS + SYMBOL]!;
  }
  baseBalance(slot: number): number {
    return this.words[slot * WORDS + BASE]!;
  }
  quoteBalance(slot: number): number {
    return this.words[slot * WORDS + QUOTE]!;
  }
  /** How many orders of this trader rest. */
  openOrders(slot: number): number {
    return this.words[slot * WORDS + OPEN]!;
  }
  changeOpenOrders(slot: number, by: number): void {
    this.words[slot * WORDS + OPEN]! += by;
  }
  firstOrder(slot: number): number {
    return this.words[slot * WORDS + FIRST]!;
  }
  setFirstOrder(slot: number, order: number): void {
    this.words[slot * WORDS + FIRST] = order;
  }
  lastOrder(slot: number): number {
    return this.words[slot * WORDS + LAST]!;
  }
  setLastOrder(slot: number, order: number): void {
    this.words[slot * WORDS + LAST] = order;
  }
  nextOfAccount(slot: number): number {
    return this.words[slot * WORDS + NEXT_OF_ACCOUNT]!;
  }
}
