import type { EntryEvent, KernelEvent } from '@candor/kernel';
import { USDT } from '../world.ts';

/** Numbers from here on are other wallets than spot ones, and debts. */
const SHIFT = 2 ** 32;
type BalanceEvent = Extract<KernelEvent, { type: 'balance' }>;

interface Wallet {
  total: bigint;
  held: bigint;
  /** Lowest that was free since the command began, and the command. */
  least: bigint;
  command: number;
  /** True if something was freed in this command, nobody knows when. */
  isUnsure: boolean;
}

/** Spot wallets of USDT as entries move them, one after the other: what is free at each moment of a command. */
export class SpotWallets {
  private readonly wallets = new Map<number, Wallet>();
  private command = 0;

  begin(): void {
    this.command++;
  }

  /** Follows an entry of any product. */
  moved({ postings }: EntryEvent): void {
    for (const { account, assetId, amount } of postings) {
      if (assetId !== USDT || account <= 0 || account >= SHIFT) continue;
      const wallet = this.wallet(account);
      wallet.total += amount;
      wallet.least = lower(wallet.least, wallet.total - wallet.held);
    }
  }

  /** Takes over what is held at the end of a command, which each product's own check has judged. */
  told({ userId, wallet, assetId, held }: BalanceEvent): void {
    if (wallet === 'spot' && assetId === USDT) this.wallet(userId).held = held;
  }

  doubt(userId: number): void {
    this.wallet(userId).isUnsure = true;
  }

  isSure(userId: number): boolean {
    return !this.wallet(userId).isUnsure;
  }

  free(userId: number): bigint {
    const { total, held } = this.wallet(userId);
    return total > held ? total - held : 0n;
  }

  /** True if there was a moment in this command, up to now, at which nothing was free. */
  wasEmpty(userId: number): boolean {
    const { least, isUnsure } = this.wallet(userId);
    return least <= 0n || isUnsure;
  }

  private wallet(userId: number): Wallet {
    let wallet = this.wallets.get(userId);
    if (wallet === undefined) {
      wallet = { total: 0n, held: 0n, least: 0n, command: 0, isUnsure: false };
      this.wallets.set(userId, wallet);
    }
    if (wallet.command !== this.command) {
      wallet.command = this.command;
      wallet.least = wallet.total - wallet.held;
      wallet.isUnsure = false;
    }
    return wallet;
  }
}

const lower = (a: bigint, b: bigint): bigint => (a < b ? a : b);
