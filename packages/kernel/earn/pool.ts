import type { EntryKind, RejectionCode } from '../events.ts';
import { type FundedPool, fundPool, type PoolFunding } from '../ledger/funding.ts';
import type { State } from '../state.ts';

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

  /** Moves money into the pool or back, or returns why not: only what is free goes back, and never what it `keeps`. */
  fund(kind: EntryKind, funding: PoolFunding, keeps = 0n): FundedPool | RejectionCode {
    return fundPool(this.state, kind, { number: this.poolNumber, keeps }, funding);
  }

  private balanceOf(number: number, assetId: number): bigint {
    const { accounts, balances } = this.state;
    const account = accounts.find(number);
    return account === 0 ? 0n : balances.total(balances.find(account, assetId));
  }
}
