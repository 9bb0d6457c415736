import { assert } from '../../assert.ts';
import type { Accounts } from '../../ledger/accounts.ts';
import { copyInt32, HashIndex, hashPair } from '../../memory/hash-index.ts';

/**
 * One trader takes 64 bytes in one run of memory, with what a fill asks of its account. Where it is hot, code indexes the
 * words by these offsets.
 */
export const TRADER_WORDS = 16;
export const TRADER_REALS = 8;
export const ACCOUNT = 0;
export const SYMBOL = 1;
export const BASE = 2;
export const QUOTE = 3;
/** Number of resting orders, and the first and the last of them, oldest first. */
export const OPEN_ORDERS = 4;
export const FIRST_ORDER = 5;
export const LAST_ORDER = 6;
export const NEXT_OF_ACCOUNT = 7;
/** Constant facts of the account: its number (in `reals`), its trade group and if it is the house's. */
export const NUMBER = 4;
export const GROUP = 10;
export const IS_HOUSE = 11;

const FIRST_CAPACITY = 64;
const NONE: readonly number[] = [];

/**
 * A trader is an account in one symbol: its two balances and its open orders there. Slots are 1 and up, in the order
 * of the first accepted order, and never change. Only `open` replaces the buffers.
 */
export class Traders {
  count = 0;
  reals = new Float64Array(TRADER_REALS * FIRST_CAPACITY);
  words = new Int32Array(this.reals.buffer);
  private capacity = FIRST_CAPACITY;
  private readonly index = new HashIndex(FIRST_CAPACITY);
  private readonly accounts: Accounts;
  /** By account: its newest trader. */
  private newest = new Int32Array(FIRST_CAPACITY);
  /** By trade group: other accounts of the same user that trade too. */
  private readonly others = new Map<number, number[]>();

  constructor(accounts: Accounts) {
    this.accounts = accounts;
  }

  /** The trader of an account (its slot) in a symbol (its number); 0 when there is none. */
  find(account: number, symbol: number): number {
    const { index, words } = this;
    // most accounts trade one symbol or none, which spares them the hash
    const newest = this.newestOf(account);
    if (newest === 0 || words[newest * TRADER_WORDS + SYMBOL] === symbol) return newest;
    const hash = hashPair(account, symbol);
    for (let slot = index.first(hash); slot !== 0; slot = index.after(slot)) {
      if (!index.hasHash(slot, hash)) continue;
      const at = slot * TRADER_WORDS;
      if (words[at + ACCOUNT] === account && words[at + SYMBOL] === symbol) return slot;
    }
    return 0;
  }

  /** Makes a trader that does not exist yet, of two balance slots. */
  open(account: number, symbol: number, baseBalance: number, quoteBalance: number): number {
    assert(this.find(account, symbol) === 0, 'an account is one trader of a symbol');
    const slot = ++this.count;
    if (slot === this.capacity) {
      this.capacity *= 2;
      const reals = new Float64Array(TRADER_REALS * this.capacity);
      reals.set(this.reals);
      this.reals = reals;
      this.words = new Int32Array(reals.buffer);
    }
    const at = slot * TRADER_WORDS;
    this.words[at + ACCOUNT] = account;
    this.words[at + SYMBOL] = symbol;
    this.words[at + BASE] = baseBalance;
    this.words[at + QUOTE] = quoteBalance;
    this.reals[slot * TRADER_REALS + NUMBER] = this.accounts.numbers[account]!;
    this.words[at + GROUP] = this.accounts.tradeGroup[account]!;
    this.words[at + IS_HOUSE] = this.accounts.house[account]!;
    const former = this.newestOf(account);
    this.words[at + NEXT_OF_ACCOUNT] = former;
    if (former === 0) this.join(account);
    this.newest[account] = slot;
    this.index.insert(slot, hashPair(account, symbol));
    return slot;
  }

  /** An account's trader that was opened last; 0 for none. The others follow by `nextOfAccount`. */
  newestOf(account: number): number {
    return account < this.newest.length ? this.newest[account]! : 0;
  }

  /** Other accounts of the user with this spot wallet (its slot) that have traders: wallets of other products. */
  othersOf(group: number): readonly number[] {
    return this.others.get(group) ?? NONE;
  }

  /** True if other wallets of the user with this spot wallet may have orders in the same books. */
  hasOthers(group: number): boolean {
    return this.others.size !== 0 && this.others.has(group);
  }

  account(slot: number): number {
    return this.words[slot * TRADER_WORDS + ACCOUNT]!;
  }
  symbol(slot: number): number {
    return this.words[slot * TRADER_WORDS + SYMBOL]!;
  }
  baseBalance(slot: number): number {
    return this.words[slot * TRADER_WORDS + BASE]!;
  }
  quoteBalance(slot: number): number {
    return this.words[slot * TRADER_WORDS + QUOTE]!;
  }
  /** The number of the trader's account. */
  number(slot: number): number {
    return this.reals[slot * TRADER_REALS + NUMBER]!;
  }
  openOrders(slot: number): number {
    return this.words[slot * TRADER_WORDS + OPEN_ORDERS]!;
  }
  firstOrder(slot: number): number {
    return this.words[slot * TRADER_WORDS + FIRST_ORDER]!;
  }
  nextOfAccount(slot: number): number {
    return this.words[slot * TRADER_WORDS + NEXT_OF_ACCOUNT]!;
  }

  /** Makes room for an account's first trader. */
  private join(account: number): void {
    if (account >= this.newest.length) this.newest = copyInt32(this.newest, 2 * account);
    const group = this.accounts.tradeGroup[account]!;
    if (group === 0 || group === account) return;
    const others = this.others.get(group);
    if (others === undefined) this.others.set(group, [account]);
    else others.push(account);
  }
}
