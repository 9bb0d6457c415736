import { assert } from '../assert.ts';
import { copyInt32, HashIndex, hashPair } from '../memory/hash-index.ts';
import { Int64Cells } from '../memory/int64-cells.ts';
import { type Accounts, mayBeNegative } from './accounts.ts';

const FIRST_CAPACITY = 64;

/**
 * One balance takes 32 bytes in one run of memory, half a cache line, as memory is what the kernel waits for: the total
 * and what is held of it as 64-bit integers, the account's number, the asset, and whether the current command changed it.
 */
export const BALANCE_CELLS = 4;
export const BALANCE_WORDS = 8;
export const NUMBER = 2;
export const ASSET = 6;
const TOUCHED = 7;
/** The words with the signs of the total and of what is held. */
const TOTAL_HIGH = 1;
const HELD_HIGH = 3;
/** Instead of 0: balances of the house's named accounts are in no list of what a command changed. */
const UNLISTED = 2;

/**
 * The balances of all accounts: the only place where money changes. A balance has a total and the part of it that is
 * held for open orders; the difference is available. Slots are 1 and up, in the order of first use, and never change.
 *
 * Invariants, checked here with each change: no total goes below 0 but those of custody, clearing and debts; nothing is
 * released or spent that was not held; when a command ends, no more is held than is there. Whoever posts sees to it that each entry sums to 0 per asset: entries.ts checks
 * it for all entries but fills, which post both sides from the same numbers.
 */
export class Balances {
  count = 0;
  /** Cell BALANCE_CELLS x s is the total of slot s, the next one what is held of it. */
  readonly money = new Int64Cells(BALANCE_CELLS * FIRST_CAPACITY);
  /** The same memory as doubles, for the accounts' numbers. */
  numbers = new Float64Array(this.money.cells.buffer);
  account = new Int32Array(FIRST_CAPACITY);
  asset = new Int32Array(FIRST_CAPACITY);
  nextOfAccount = new Int32Array(FIRST_CAPACITY);
  /** Slots of users' balances that the current command changed, in order of first change. */
  touched = new Int32Array(FIRST_CAPACITY);
  touchedCount = 0;
  private index = new HashIndex(FIRST_CAPACITY);
  private readonly accounts: Accounts;

  constructor(accounts: Accounts) {
    this.accounts = accounts;
  }

  /** The balance of an account (its slot) in an asset (its id); 0 when it was never used. */
  find(account: number, assetId: number): number {
    for (let slot = this.index.first(hashPair(account, assetId)); slot !== 0; slot = this.index.after(slot)) {
      if (this.account[slot] === account && this.asset[slot] === assetId) return slot;
    }
    return 0;
  }

  findOrOpen(account: number, assetId: number): number {
    return this.find(account, assetId) || this.open(account, assetId);
  }

  /** Opens a balance that does not exist yet. */
  open(account: number, assetId: number): number {
    assert(this.find(account, assetId) === 0, 'a balance is opened once');
    const slot = ++this.count;
    if (slot === this.account.length) this.grow(2 * slot);
    this.account[slot] = account;
    this.asset[slot] = assetId;
    const number = this.accounts.numbers[account]!;
    this.numbers[BALANCE_CELLS * slot + NUMBER] = number;
    this.money.words[BALANCE_WORDS * slot + ASSET] = assetId;
    this.money.words[BALANCE_WORDS * slot + TOUCHED] = number > 0 ? 0 : UNLISTED;
    this.nextOfAccount[slot] = this.accounts.firstBalance[account]!;
    this.accounts.firstBalance[account] = slot;
    this.index.insert(slot, hashPair(account, assetId));
    return slot;
  }

  /** The number of the balance's account. */
  number(slot: number): number {
    return this.numbers[BALANCE_CELLS * slot + NUMBER]!;
  }

  total(slot: number): bigint {
    return this.money.cells[BALANCE_CELLS * slot]!;
  }

  held(slot: number): bigint {
    return this.money.cells[BALANCE_CELLS * slot + 1]!;
  }

  available(slot: number): bigint {
    return this.total(slot) - this.held(slot);
  }

  /** True when at least `units` (a safe integer) are available. */
  covers(slot: number, units: number): boolean {
    return this.money.differenceCovers(BALANCE_CELLS * slot, BALANCE_CELLS * slot + 1, units);
  }

  /** Posts to the total. `units` is a safe integer; the caller posts the other side of the entry. */
  post(slot: number, units: number): void {
    this.touch(slot);
    this.money.add(BALANCE_CELLS * slot, units);
    if (this.money.words[BALANCE_WORDS * slot + TOTAL_HIGH]! < 0) this.checkMayBeNegative(slot);
  }

  postBig(slot: number, units: bigint): void {
    this.touch(slot);
    this.money.addBig(BALANCE_CELLS * slot, units);
    if (this.money.words[BALANCE_WORDS * slot + TOTAL_HIGH]! < 0) this.checkMayBeNegative(slot);
  }

  /** Holds `units` more (or releases, when below 0) of what is available. */
  hold(slot: number, units: number): void {
    this.touch(slot);
    this.money.add(BALANCE_CELLS * slot + 1, units);
    assert(this.money.words[BALANCE_WORDS * slot + HELD_HIGH]! >= 0, 'no more is released than was held');
  }

  holdBig(slot: number, units: bigint): void {
    this.touch(slot);
    this.money.addBig(BALANCE_CELLS * slot + 1, units);
    assert(this.money.words[BALANCE_WORDS * slot + HELD_HIGH]! >= 0, 'no more is released than was held');
  }

  /** Takes `units` that were held from the total, and no longer holds them. */
  spendHeld(slot: number, units: number): void {
    this.touch(slot);
    this.money.add(BALANCE_CELLS * slot, -units);
    this.money.add(BALANCE_CELLS * slot + 1, -units);
    const { words } = this.money;
    assert(words[BALANCE_WORDS * slot + TOTAL_HIGH]! >= 0, 'what was held is there');
    assert(words[BALANCE_WORDS * slot + HELD_HIGH]! >= 0, 'no more is spent than was held');
  }

  /** Asserts, once a command has settled, that what is held of a balance is covered by its total. */
  checkSettled(slot: number): void {
    assert(this.covers(slot, 0) || mayBeNegative(this.number(slot)), 'no more is held than is there');
  }

  clearTouched(): void {
    this.untouch(0);
  }

  /** Forgets what was touched after the first `count`, where all that was done to it since has been undone. */
  untouch(count: number): void {
    const { words } = this.money;
    for (let i = count; i < this.touchedCount; i++) words[BALANCE_WORDS * this.touched[i]! + TOUCHED] = 0;
    this.touchedCount = count;
  }

  /** Sets a balance back to earlier values, where all that was posted and held since is undone. */
  put(slot: number, total: bigint, held: bigint): void {
    this.money.cells[BALANCE_CELLS * slot] = total;
    this.money.cells[BALANCE_CELLS * slot + 1] = held;
  }

  /** Closes the balances that were opened after the first `count`, where all that was done since is undone. */
  closeAbove(count: number): void {
    for (let slot = this.count; slot > count; slot--) {
      this.put(slot, 0n, 0n);
      this.accounts.firstBalance[this.account[slot]!] = this.nextOfAccount[slot]!;
      this.index.remove(slot);
    }
    this.count = count;
  }

  private checkMayBeNegative(slot: number): void {
    assert(mayBeNegative(this.number(slot)), 'only named accounts go below 0');
  }

  private touch(slot: number): void {
    const { words } = this.money;
    if (words[BALANCE_WORDS * slot + TOUCHED] === 0) {
      words[BALANCE_WORDS * slot + TOUCHED] = 1;
      this.touched[this.touchedCount++] = slot;
    }
  }

  private grow(capacity: number): void {
    this.money.grow(BALANCE_CELLS * capacity);
    this.numbers = new Float64Array(this.money.cells.buffer);
    this.account = copyInt32(this.account, capacity);
    this.asset = copyInt32(this.asset, capacity);
    this.nextOfAccount = copyInt32(this.nextOfAccount, capacity);
    this.touched = copyInt32(this.touched, capacity);
  }
}
