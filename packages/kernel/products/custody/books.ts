import { NumberSet } from '../../memory/number-set.ts';

/** A deposit can be taken back for this long after it was credited. */
export const REVERSIBLE_MS = 7 * 86_400_000;

/** A deposit that can still be taken back. */
export interface RecentDeposit {
  readonly depositNo: number;
  readonly userId: number;
  readonly assetId: number;
  readonly amount: bigint;
  readonly creditedMs: number;
}

/** A withdrawal whose amount and fee are held in its owner's spot wallet. */
export interface OpenWithdrawal {
  readonly withdrawalNo: number;
  readonly userId: number;
  readonly assetId: number;
  readonly amount: bigint;
  readonly fee: bigint;
}

/**
 * All that custody keeps. It neither posts nor emits.
 *
 * Invariants: a number of a deposit, withdrawal, cost or correction is used once, for ever; an open withdrawal ends
 * once; a reversible deposit was credited and not reversed.
 */
export class CustodyBooks {
  readonly deposits = new NumberSet();
  readonly withdrawals = new NumberSet();
  readonly costs = new NumberSet();
  readonly corrections = new NumberSet();
  /** In the order of the snapshot. */
  readonly sets = [this.deposits, this.withdrawals, this.costs, this.corrections] as const;
  /** By number, in the order of crediting. */
  readonly recent = new Map<number, RecentDeposit>();
  /** By number, in the order of requesting. */
  readonly open = new Map<number, OpenWithdrawal>();

  addDeposit(deposit: RecentDeposit): void {
    this.deposits.add(deposit.depositNo);
    this.recent.set(deposit.depositNo, deposit);
    this.forget(deposit.creditedMs);
  }

  /** The deposit while it can be taken back. */
  reversible(depositNo: number, nowMs: number): RecentDeposit | null {
    const deposit = this.recent.get(depositNo);
    return deposit !== undefined && nowMs - deposit.creditedMs <= REVERSIBLE_MS ? deposit : null;
  }

  addWithdrawal(withdrawal: OpenWithdrawal): void {
    this.withdrawals.add(withdrawal.withdrawalNo);
    this.open.set(withdrawal.withdrawalNo, withdrawal);
  }

  private forget(nowMs: number): void {
    for (const [depositNo, { creditedMs }] of this.recent) {
      if (nowMs - creditedMs <= REVERSIBLE_MS) return;
      this.recent.delete(depositNo);
    }
  }
}
