import type { AppliedCommand } from '@candor/journal';
import type { EntryEvent, KernelView } from '@candor/kernel';
import { must, words } from '../product.ts';

/** By number; isolated margin wallets have numbers of their own from 64 on. */
const WALLETS = ['spot', 'contract', 'second', 'margin-cross', 'finance', 'margin-isolated', 'otc'] as const;
const SHIFT = 2 ** 32;
const FIRST_ISOLATED = 64;
const DEBT = 2 ** 18;
const PRACTICE_CUSTODY = -1;
const CUSTODY = -10;
const NETWORK_COSTS = -11;
const DEPOSIT_LOSSES = -12;
const OUTSIDE = [PRACTICE_CUSTODY, CUSTODY, NETWORK_COSTS, DEPOSIT_LOSSES];
const FIRST_CLEARING = -65_536;

interface Balance {
  total: bigint;
  held: bigint;
  /** Amounts as last told to the owner. */
  toldAvailable: bigint;
  toldHeld: bigint;
}

/**
 * The books, added up from the entries alone. Accounts are numbered as postings number them. What must be held is
 * told by the products, which reckon it themselves.
 */
export class LedgerAudit {
  /** By asset, then by account. */
  readonly balances = new Map<number, Map<number, Balance>>();
  private readonly changed = new Map<string, Balance>();
  entries = 0;

  total(account: number, assetId: number): bigint {
    return this.balances.get(assetId)?.get(account)?.total ?? 0n;
  }

  held(account: number, assetId: number): bigint {
    return this.balances.get(assetId)?.get(account)?.held ?? 0n;
  }

  available(account: number, assetId: number): bigint {
    return this.total(account, assetId) - this.held(account, assetId);
  }

  /** More (or less, below 0) is held now, by what a product reckons. */
  hold(account: number, assetId: number, amount: bigint): void {
    if (amount === 0n) return;
    const balance = this.balance(account, assetId);
    balance.held += amount;
    this.changed.set(`${account} ${assetId}`, balance);
  }

  /** Follows the entries of a command; the products follow it next, then `settle`. */
  onCommand(command: AppliedCommand): void {
    for (const event of command.events) if (event.type === 'entry') this.post(event);
  }

  /** At the end of a command: nothing below 0, and everybody told what is true. */
  settle({ events }: AppliedCommand): void {
    for (const event of events) {
      if (event.type !== 'balance') continue;
      const account = walletNumber(event.userId, event.wallet);
      const balance = this.balance(account, event.assetId);
      balance.toldAvailable = event.available;
      balance.toldHeld = event.held;
      // The holds of perpetuals are judged by their own audit, order by order.
      if (event.wallet === 'contract') balance.held = event.held;
      this.changed.set(`${account} ${event.assetId}`, balance);
    }
    for (const [name, balance] of this.changed) this.check(name, balance);
    this.changed.clear();
  }

  /** Every balance of the kernel against the books. */
  scan(view: KernelView): void {
    const sums = new Map(view.ledgerSums().map((sum) => [sum.assetId, sum]));
    for (const [assetId, accounts] of this.balances) {
      let sum = 0n;
      for (const { total } of accounts.values()) sum += total;
      must(sum === 0n, 'per asset the sum is 0', () => `asset ${assetId} sums to ${sum}`);
    }
    for (const [assetId, sum] of sums) {
      must(sum.sum === 0n, 'per asset the sum is 0', () => `the kernel's asset ${assetId}: ${words(sum)}`);
      const custody = this.total(PRACTICE_CUSTODY, assetId) + this.total(CUSTODY, assetId);
      must(sum.custody === custody, 'books agree', () => `custody of ${assetId}: ${sum.custody}, ${custody}`);
    }
    for (const [assetId, accounts] of this.balances)
      for (const [account, balance] of accounts) {
        if (account <= 0 || isDebt(account)) continue;
        const seen = viewed(view, account).find((each) => each.assetId === assetId);
        must(
          (seen?.held ?? 0n) === balance.held && (seen?.available ?? 0n) === balance.total - balance.held,
          'books agree',
          () =>
            `account ${account}, asset ${assetId}: the kernel has ${words(seen)}, the books ${words(balance)}`,
        );
      }
  }

  private post(event: EntryEvent): void {
    this.entries++;
    const sums = new Map<number, bigint>();
    for (const { account, assetId, amount, balance: told } of event.postings) {
      sums.set(assetId, (sums.get(assetId) ?? 0n) + amount);
      const balance = this.balance(account, assetId);
      balance.total += amount;
      this.changed.set(`${account} ${assetId}`, balance);
      must(
        balance.total === told,
        'books agree',
        () => `${words(event)}: account ${account} has ${balance.total}`,
      );
    }
    for (const [assetId, sum] of sums)
      must(
        sum === 0n,
        'per asset the sum is 0',
        () => `an entry of asset ${assetId} is off by ${sum}: ${words(event)}`,
      );
  }

  private check(name: string, balance: Balance): void {
    const account = Number(name.slice(0, name.indexOf(' ')));
    const { total, held, toldAvailable, toldHeld } = balance;
    if (mayBeNegative(account)) {
      must(!isDebt(account) || total <= 0n, 'debts are at or below 0', () => `${name}: ${total}`);
    } else {
      must(total >= 0n, 'nothing goes below 0', () => `account and asset ${name}: ${total}`);
      must(
        total >= held,
        'nothing goes below 0',
        () => `account and asset ${name}: ${held} of ${total} held`,
      );
    }
    if (account <= 0) return;
    must(held === toldHeld, 'holds are what is needed', () => `${name}: needed ${held}, held ${toldHeld}`);
    must(total - held === toldAvailable, 'owners are told', () => `${name}: ${toldAvailable} of ${total}`);
  }

  private balance(account: number, assetId: number): Balance {
    let accounts = this.balances.get(assetId);
    if (accounts === undefined) {
      accounts = new Map();
      this.balances.set(assetId, accounts);
    }
    let balance = accounts.get(account);
    if (balance === undefined) {
      balance = { total: 0n, held: 0n, toldAvailable: 0n, toldHeld: 0n };
      accounts.set(account, balance);
    }
    return balance;
  }
}

/** The ledger account of a wallet, by the name that its owner is told. */
export function walletNumber(userId: number, wallet: string): number {
  const [kind, ...rest] = wallet.split('/');
  const isOwed = rest.at(-1) === 'debt';
  const symbol = kind === 'margin-isolated' ? Number(rest[0]) : 0;
  const known = (WALLETS as readonly string[]).indexOf(kind!);
  const number = kind === 'margin-isolated' ? FIRST_ISOLATED + symbol : known;
  if (number < 0) throw new Error(`no wallet is called ${wallet}`);
  return (number + (isOwed ? DEBT : 0)) * SHIFT + userId;
}

export function isDebt(account: number): boolean {
  return account >= DEBT * SHIFT;
}

/** The accounts that may be below 0: outside's, each perpetual's clearing account, and debts. */
function mayBeNegative(account: number): boolean {
  return OUTSIDE.includes(account) || account <= FIRST_CLEARING || isDebt(account);
}

function viewed(view: KernelView, account: number): ReturnType<KernelView['balances']> {
  const userId = account % SHIFT;
  const wallet = Math.floor(account / SHIFT);
  if (wallet >= FIRST_ISOLATED) return view.balances(userId, 'margin-isolated', wallet - FIRST_ISOLATED);
  return view.balances(userId, WALLETS[wallet]);
}
