import type { Amount } from '@candor/money';
import type { EntryKind, RejectionCode } from '../events.ts';
import { PRACTICE_CUSTODY } from '../ledger/accounts.ts';
import { NO_REF, postEntry } from '../ledger/entries.ts';
import { supplyAllows } from '../ledger/supply.ts';
import { MAX_SUPPLY } from '../limits.ts';
import type { State } from '../state.ts';

/** Money that goes into a pool or back from it. */
export interface PoolFunding {
  readonly assetId: number;
  /** Base units; below 0 they go back to the house user. */
  readonly amount: bigint;
  /** A house user; 0 for practice custody. */
  readonly fromUserId: number;
}

/** The free part of a product's pool, before and after a funding. */
export interface FundedPool {
  readonly before: Amount;
  readonly after: Amount;
}

/**
 * The pool that pays what a product earns its users: two named accounts, one with the part that is free, one with all that
 * is set aside for open orders. Nothing is promised that is not in the second.
 */
export class EarnPool {
  private readonly state: State;
  private readonly poolNumber: number;
  private readonly escrowNumber: number;

  constructor(state: State, poolNumber: number, escrowNumber: number) {
    this.state = state;
    this.poolNumber = poolNumber;
    this.escrowNumber = escrowNumber;
  }

  /** The account of the free part, as a slot. */
  account(): number {
    return this.state.accounts.ensureNamed(this.poolNumber);
  }

  /** The account of what is set aside, as a slot. */
  escrow(): number {
    return this.state.accounts.ensureNamed(this.escrowNumber);
  }

  /** Part of the pool that may still be set aside, in base units. */
  free(assetId: number): bigint {
    return this.balanceOf(this.poolNumber, assetId);
  }

  /** Principals and interest that are set aside, in base units. */
  setAside(assetId: number): bigint {
    return this.balanceOf(this.escrowNumber, assetId);
  }

  /** Moves money into the pool or back, or returns why not: only what is free goes back. */
  fund(kind: EntryKind, { assetId, amount, fromUserId }: PoolFunding): FundedPool | RejectionCode {
    const { state } = this;
    if (!state.assets.has(assetId)) return 'UNKNOWN_ASSET';
    if (amount === 0n || amount >= MAX_SUPPLY || amount <= -MAX_SUPPLY) return 'QUANTITY_INVALID';
    const source = fromUserId === 0 ? this.practiceSource(assetId, amount) : this.houseSource(fromUserId);
    if (typeof source === 'string') return source;
    const { balances } = state;
    const before = this.free(assetId);
    const after = before + amount;
    if (after < 0n) return 'INSUFFICIENT_BALANCE';
    if (fromUserId !== 0 && amount > balances.available(balances.find(source, assetId)))
      return 'INSUFFICIENT_BALANCE';
    postEntry(state, kind, NO_REF, [
      { account: source, assetId, amount: -amount },
      { account: this.account(), assetId, amount },
    ]);
    return { before: before as Amount, after: after as Amount };
  }

  private practiceSource(assetId: number, amount: bigint): number | RejectionCode {
    const { state } = this;
    if (state.mode !== 'practice') return 'PRACTICE_ONLY';
    if (amount < 0n) return 'QUANTITY_INVALID';
    if (!supplyAllows(state, assetId, amount)) return 'AMOUNT_TOO_LARGE';
    return state.accounts.find(PRACTICE_CUSTODY);
  }

  private houseSource(userId: number): number | RejectionCode {
    const { accounts } = this.state;
    const source = userId > 0 ? accounts.find(userId) : 0;
    if (source === 0) return 'UNKNOWN_ACCOUNT';
    return accounts.house[source] === 1 ? source : 'NOT_PERMITTED';
  }

  private balanceOf(number: number, assetId: number): bigint {
    const { accounts, balances } = this.state;
    const account = accounts.find(number);
    return account === 0 ? 0n : balances.total(balances.find(account, assetId));
  }
}
