import { copyInt32, HashIndex, hashPair } from '../memory/hash-index.ts';
import { Int64Cells } from '../memory/int64-cells.ts';
import type { Accounts } from './accounts.ts';

const FIRST_CAPACITY = 64;

/**
 * The balances of all accounts: the only place where money changes. A balance has a total and the part of it that is
 * held for open orders; what is left is available. Slots are 1 and up, in the order of first use, and never change.
 */
export class Balances {
  count = 0;
  /** Cell 2s is the total of slot s, cell 2s + 1 what is held of it. */
  readonly money = new Int64Cells(2 * FIRST_CAPACITY);
  account = new Int32Array(FIRST_CAPACITY);
  asset = new Int32Array(FIRST_CAPACITY);
  nextOfAccount = new Int32Array(FIRST_CAPACITY);
  /** Slots changed by the current command, in order of first change. */
  touched = new Int32Array(FIRST_CAPACITY);
  touchedCount = 0;
  private isTouched = new Uint8Array(FIRST_CAPACITY);
  private index = new HashIndex(FIRST_CAPACITY);
  private readonly accounts: Accounts;

  constructor(accounts: Accounts) {
    this.accounts = accounts;
  }

  /** The balance of an account (its slot) in an asset (its id); 0 when it was never used. */
  find(account: number, assetId: number): number {
    for (let slot = this.index.first(hashPair(account, assetId)); slot !== 0; slot = this.index.next[slot]!) {
      if (this.account[slot] === account && this.asset[slot] === assetId) return slot;
    }
    return 0;
  }

  findOrOpen(account: number, assetId: number): number {
    return this.find(account, assetId) || this.open(account, assetId);
  }

  /** Opens a balance that does not exist yet. */
  open(account: number, assetId: number): number {
    const slot = ++this.count;
    if (slot === this.account.length) this.grow(2 * slot);
    this.account[slot] = account;
    this.asset[slot] = assetId;
    this.nextOfAccount[slot] = this.accounts.firstBalance[account]!;
    this.accounts.firstBalance[account] = slot;
    this.index.insert(slot, hashPair(account, assetId));
    return slot;
  }

  total(slot: number): bigint {
    return this.money.cells[2 * slot]!;
  }

  held(slot: number): bigint {
    return this.money.cells[2 * slot + 1]!;
  }

  available(slot: number): bigint {
    return this.total(slot) - this.held(slot);
  }

  /** Whether at least `units` (a safe integer) are available. */
  covers(slot: number, units: number): boolean {
    return this.money.differenceCovers(2 * slot, 2 * slot + 1, units);
  }

  /** Posts to the total. `units` is a safe integer; the caller posts the other side of the entry. */
  post(slot: number, units: number): void {
    this.touch(slot);
    this.money.add(2 * slot, units);
  }

  postBig(slot: number, units: bigint): void {
    this.touch(slot);
    this.money.addBig(2 * slot, units);
  }

  /** Holds `units` more (or releases, when below 0) of what is available. */
  hold(slot: number, units: number): void {
    this.touch(slot);
    this.money.add(2 * slot + 1, units);
  }

  clearTouched(): void {
    for (let i = 0; i < this.touchedCount; i++) this.isTouched[this.touched[i]!] = 0;
    this.touchedCount = 0;
  }

  /** Forgets what was touched after the first `count`, where all that was done to it since has been undone. */
  untouch(count: number): void {
    for (let i = count; i < this.touchedCount; i++) this.isTouched[this.touched[i]!] = 0;
    this.touchedCount = count;
  }

  private touch(slot: number): void {
    if (this.isTouched[slot] === 0) {
      this.isTouched[slot] = 1;
      this.touched[this.touchedCount++] = slot;
    }
  }

  private grow(capacity: number): void {
    this.money.grow(2 * capacity);
    this.account = copyInt32(this.account, capacity);
    this.asset = copyInt32(this.asset, capacity);
    this.nextOfAccount = copyInt32(this.nextOfAccount, capacity);
    this.touched = copyInt32(this.touched, capacity);
    const isTouched = new Uint8Array(capacity);
    isTouched.set(this.isTouched);
    this.isTouched = isTouched;
  }
}
