import { assert } from '../assert.ts';
import { copyInt32, HashIndex, hashPair } from '../memory/hash-index.ts';
import { Int64Cells } from '../memory/int64-cells.ts';
import { isDebt, MAX_USER_ID, userOf, type WalletKind, walletAccount } from './wallets.ts';

/**
 * The named accounts of the house, numbered below 0. Users' accounts are numbered by their user ids, above 0.
 * Practice custody is where practice funds come from, so it alone may go below 0.
 */
export const PRACTICE_CUSTODY = -1;
export const FEES = -2;
export const SAFETY_FUND = -3;
export const NAMED_ACCOUNTS: readonly number[] = [PRACTICE_CUSTODY, FEES, SAFETY_FUND];
/** Named accounts of products, opened when first needed. */
export const INSURANCE = -4;
export const SECONDS_POOL = -5;
export const MARGIN_POOL = -6;
export const MARGIN_INSURANCE = -7;
/** Sum that borrowers owe the margin pool: the other side of all debts. */
export const MARGIN_RECEIVABLE = -8;
/** Stakes and reserved payouts of open second contracts. */
export const SECONDS_ESCROW = -9;
/** Minus what the chains hold for us: deposits less withdrawals and network costs. */
export const CUSTODY = -10;
/** Withdrawal fees received less what networks took; below 0 until the house covers it. */
export const NETWORK_COSTS = -11;
/** Minus lost deposits that the house has yet to cover. */
export const DEPOSIT_LOSSES = -12;
/** The house's own coins in custody, such as the float of the hot wallet. */
export const HOUSE_FLOAT = -13;
/** Coins that the chains hold beyond what the books explain: nobody's yet. */
export const SUSPENSE = -14;
/** Inventory that swaps are made against. */
export const SWAP_HOUSE = -20;
/** Free part of the pool that pays the interest of staking. */
export const STAKING_POOL = -21;
/** Principals and reserved interest of open staking orders. */
export const STAKING_ESCROW = -22;
/** Free part of the pool that pays the interest of finance products. */
export const FINANCE_POOL = -23;
/** Principals and reserved interest of open orders of finance products. */
export const FINANCE_ESCROW = -24;
/** Coins that power loans are paid out of. */
export const LOAN_POOL = -25;
/** Sum that borrowers of power loans owe: the other side of their debts. */
export const LOAN_RECEIVABLE = -26;
/** Pool that pays the rewards of mining. */
export const MINING_POOL = -27;
/** Coins that users hold locked in mining. */
export const MINING_ESCROW = -28;
/** Claimed rewards of mining and what they were converted to, until they leave for the address that joined. */
export const MINING_REWARDS = -29;
/** Coins of open OTC orders. */
export const OTC_ESCROW = -30;
/** Fees of OTC: apart from trading fees, as they earn no tier and no rebate. */
export const OTC_FEES = -31;
const FIRST_CLEARING = -65_536;

/** The clearing account of a perpetual: always the negative sum of its positions' signed entry costs. */
export function clearingAccount(symbolId: number): number {
  return FIRST_CLEARING - symbolId;
}

/** Custody with the house's costs for it, clearing and debts: all that may ever go below 0. */
export function mayBeNegative(account: number): boolean {
  if (account > 0) return isDebt(account);
  return account <= FIRST_CLEARING || account === PRACTICE_CUSTODY || isCustody(account);
}

function isCustody(account: number): boolean {
  return account === CUSTODY || account === NETWORK_COSTS || account === DEPOSIT_LOSSES;
}

const FIRST_CAPACITY = 64;
/** Numbers of accounts that are found without a hash stay below: users are numbered one after the other. */
const MAX_DIRECT = 1 << 22;

/** The accounts of the ledger. An account's slot is 1 and up, in the order of opening, and never changes. */
export class Accounts {
  count = 0;
  /** The account's number: a user id, or a named account's. */
  numbers = new Float64Array(FIRST_CAPACITY);
  house = new Uint8Array(FIRST_CAPACITY);
  /** Orders of one group never meet: the spot wallet of an account's user, and 0 for all house accounts together. */
  tradeGroup = new Int32Array(FIRST_CAPACITY);
  /** The fee tier of a user's account, and the volume of the current UTC day that earns it: fees/fee-schedule.ts. */
  tier = new Uint8Array(FIRST_CAPACITY);
  readonly volume = new Int64Cells(FIRST_CAPACITY);
  firstBalance = new Int32Array(FIRST_CAPACITY);
  /** By number, of the users' spot wallets with low numbers: they stand in no hash, as every command looks one up. */
  private direct = new Int32Array(FIRST_CAPACITY);
  private index = new HashIndex(FIRST_CAPACITY);

  constructor() {
    for (const number of NAMED_ACCOUNTS) this.open(number, true);
  }

  /** The slot of an account, 0 when there is none. */
  find(number: number): number {
    if (number > 0 && number < this.direct.length) return this.direct[number] ?? 0;
    for (let slot = this.index.first(hashNumber(number)); slot !== 0; slot = this.index.after(slot)) {
      if (this.numbers[slot] === number) return slot;
    }
    return 0;
  }

  /** Opens an account that does not exist yet. */
  open(number: number, house: boolean): number {
    assert(this.find(number) === 0, 'an account is opened once');
    const slot = ++this.count;
    if (slot === this.numbers.length) this.grow(2 * slot);
    this.numbers[slot] = number;
    this.house[slot] = house ? 1 : 0;
    if (!house) this.joinGroup(slot, number);
    if (number > 0 && number < MAX_DIRECT) {
      if (number >= this.direct.length) this.direct = copyInt32(this.direct, roomFor(number));
      this.direct[number] = slot;
    } else {
      this.index.insert(slot, hashNumber(number));
    }
    return slot;
  }

  /** The slot of a house account, opened when it does not exist yet. */
  ensureNamed(number: number): number {
    return this.find(number) || this.open(number, true);
  }

  /** The slot of a wallet of a user who has an account, opened when it does not exist yet. */
  ensureWallet(userId: number, kind: WalletKind, symbolId = 0): number {
    return this.ensureOwned(walletAccount(userId, kind, symbolId));
  }

  /** The slot of any account of a user who has one: a wallet or a debt. It is house flow if the user is. */
  ensureOwned(number: number): number {
    return this.find(number) || this.open(number, this.house[this.find(userOf(number))] === 1);
  }

  /** True when two accounts are wallets of one user (or one and the same account of the house). */
  sameUser(a: number, b: number): boolean {
    return a === b || (this.tradeGroup[a] !== 0 && this.tradeGroup[a] === this.tradeGroup[b]);
  }

  private joinGroup(slot: number, number: number): void {
    const owner = number > MAX_USER_ID ? this.find(userOf(number)) : slot;
    this.tradeGroup[slot] = owner;
  }

  private grow(capacity: number): void {
    const numbers = new Float64Array(capacity);
    numbers.set(this.numbers);
    this.numbers = numbers;
    const house = new Uint8Array(capacity);
    house.set(this.house);
    this.house = house;
    this.tradeGroup = copyInt32(this.tradeGroup, capacity);
    const tier = new Uint8Array(capacity);
    tier.set(this.tier);
    this.tier = tier;
    this.volume.grow(capacity);
    this.firstBalance = copyInt32(this.firstBalance, capacity);
  }
}

function hashNumber(number: number): number {
  return hashPair(number | 0, Math.floor(number / 4294967296));
}

/** A power of two above a number. */
function roomFor(number: number): number {
  return 2 << (31 - Math.clz32(number));
}
