import { assert } from '../../assert.ts';
import { NumberSet } from '../../memory/number-set.ts';

/** A deposit can be taken back for this long after it was credited, and a hold of one lasts no longer. */
export const REVERSIBLE_MS = 7 * 86_400_000;

/** A deposit that can still be taken back. */
export interface RecentDeposit {
  readonly depositNo: number;
  readonly userId: number;
  readonly assetId: number;
  readonly amount: bigint;
  readonly creditedMs: number;
}

/** The transfer on a chain that a recent deposit was credited for. */
export interface CreditedTransfer {
  readonly depositNo: number;
  readonly chain: string;
  readonly transaction: string;
  readonly ordinal: number;
  /** Counts how often the chain took it back; what comes late of an earlier turn is refused. */
  readonly turn: number;
}

/** A deposit that its chain took back: what was free of the coin is held up to the amount. */
export interface DepositHold {
  readonly depositNo: number;
  readonly userId: number;
  readonly assetId: number;
  readonly held: bigint;
  readonly endsMs: number;
}

/** A withdrawal whose amount and fee are held in its owner's spot wallet. */
export interface OpenWithdrawal {
  readonly withdrawalNo: number;
  readonly userId: number;
  readonly assetId: number;
  readonly amount: bigint;
  readonly fee: bigint;
}

const placeOf = (chain: string, transaction: string, ordinal: number): string =>
  `${chain} ${transaction} ${ordinal}`;

/**
 * All that custody keeps. It neither posts nor emits.
 *
 * Invariants: a number of a deposit, withdrawal, cost or correction is used once, for ever; an open withdrawal ends
 * once; a reversible deposit was credited and not reversed; a held deposit is reversible; the deposits that stand at a
 * place on a chain are those with a transfer there that are not held. Only one is credited for a place; an earlier one
 * that its chain took back may stand there beside it once its hold has ended.
 */
export class CustodyBooks {
  readonly deposits = new NumberSet();
  readonly withdrawals = new NumberSet();
  readonly costs = new NumberSet();
  readonly corrections = new NumberSet();
  /** In the order of the snapshot. */
  readonly sets = [this.deposits, this.withdrawals, this.costs, this.corrections] as const;
  /** By number, in the order of crediting: those that can be taken back, and those that were, since they may return. */
  readonly recent = new Map<number, RecentDeposit>();
  /** By number of the deposit; those of the deposits of `recent` alone. */
  readonly transfers = new Map<number, CreditedTransfer>();
  /** By number of the deposit, in the order of holding. */
  readonly holds = new Map<number, DepositHold>();
  /** By number, in the order of requesting. */
  readonly open = new Map<number, OpenWithdrawal>();
  /** Numbers of the deposits that stand, by place on their chain. */
  private readonly places = new Map<string, Set<number>>();

  addDeposit(deposit: RecentDeposit, transfer: CreditedTransfer): void {
    assert(this.deposits.add(deposit.depositNo), 'a deposit is credited once');
    this.recent.set(deposit.depositNo, deposit);
    this.setTransfer(transfer);
    this.forget(deposit.creditedMs);
  }

  /** The deposit while it can be taken back. */
  reversible(depositNo: number, nowMs: number): RecentDeposit | null {
    const deposit = this.recent.get(depositNo);
    if (deposit === undefined) return null;
    return this.holds.has(depositNo) || nowMs - deposit.creditedMs <= REVERSIBLE_MS ? deposit : null;
  }

  /** The deposit while it may stand again: as long as it can be taken back, and for ever once its chain took it back. */
  returnable(depositNo: number, nowMs: number): RecentDeposit | null {
    const wasTakenBack = (this.transfers.get(depositNo)?.turn ?? 0) > 0;
    return wasTakenBack ? (this.recent.get(depositNo) ?? null) : this.reversible(depositNo, nowMs);
  }

  /** True where a deposit stands at a place on a chain, beside the one named. */
  isTaken(chain: string, transaction: string, ordinal: number, besides = 0): boolean {
    const standing = this.places.get(placeOf(chain, transaction, ordinal));
    return standing !== undefined && standing.size > (standing.has(besides) ? 1 : 0);
  }

  /** True while a transaction's earlier transfer of the asset to the user is taken back: it stands again, or none does. */
  isTakenBack(chain: string, transaction: string, userId: number, assetId: number): boolean {
    for (const hold of this.holds.values()) {
      if (hold.userId !== userId || hold.assetId !== assetId) continue;
      const transfer = this.transfers.get(hold.depositNo);
      if (transfer?.chain === chain && transfer.transaction === transaction) return true;
    }
    return false;
  }

  /** Notes the transfer of a deposit, which takes its place unless the deposit is held. */
  setTransfer(transfer: CreditedTransfer): void {
    const { depositNo, chain, transaction, ordinal } = transfer;
    this.leavePlace(depositNo);
    this.transfers.set(depositNo, transfer);
    if (this.holds.has(depositNo)) return;
    const place = placeOf(chain, transaction, ordinal);
    const standing = this.places.get(place);
    if (standing === undefined) this.places.set(place, new Set([depositNo]));
    else standing.add(depositNo);
  }

  /** The chain took the deposit back: its place is free. */
  addHold(hold: DepositHold, turn: number): void {
    assert(this.recent.has(hold.depositNo) && hold.held >= 0n, 'a deposit that is held was credited');
    this.holds.set(hold.depositNo, hold);
    const transfer = this.transfers.get(hold.depositNo);
    if (transfer !== undefined) this.setTransfer({ ...transfer, turn });
  }

  /** Forgets a deposit that is reversed. */
  removeDeposit(depositNo: number): void {
    this.recent.delete(depositNo);
    this.leavePlace(depositNo);
    this.transfers.delete(depositNo);
  }

  addWithdrawal(withdrawal: OpenWithdrawal): void {
    assert(withdrawal.amount > 0n && withdrawal.fee >= 0n, 'a withdrawal has an amount');
    assert(this.withdrawals.add(withdrawal.withdrawalNo), 'a withdrawal is requested once');
    this.open.set(withdrawal.withdrawalNo, withdrawal);
  }

  /** Ends an open withdrawal. */
  endWithdrawal(withdrawalNo: number): void {
    assert(this.open.delete(withdrawalNo), 'a withdrawal that ends is open');
  }

  private leavePlace(depositNo: number): void {
    const transfer = this.transfers.get(depositNo);
    if (transfer === undefined) return;
    const place = placeOf(transfer.chain, transfer.transaction, transfer.ordinal);
    const standing = this.places.get(place);
    if (standing?.delete(depositNo) === true && standing.size === 0) this.places.delete(place);
  }

  private forget(nowMs: number): void {
    for (const [depositNo, { creditedMs }] of this.recent) {
      if (nowMs - creditedMs <= REVERSIBLE_MS) return;
      if (this.returnable(depositNo, nowMs) === null) this.removeDeposit(depositNo);
    }
  }
}
