import type { Amount } from '@candor/money';

/** A withdrawal whose amount and fee are held. */
export interface OpenWithdrawalView {
  readonly withdrawalNo: number;
  readonly userId: number;
  readonly assetId: number;
  readonly amount: Amount;
  readonly fee: Amount;
}

/** A deposit that its chain took back. */
export interface HeldDepositView {
  readonly depositNo: number;
  readonly userId: number;
  readonly assetId: number;
  readonly held: Amount;
  /** Time at which it ends by itself. */
  readonly endsMs: number;
}

/** Balances of custody in one asset. */
export interface CustodyView {
  readonly assetId: number;
  /** Sum that the chains hold for us: deposits less withdrawals and network costs. */
  readonly held: Amount;
  /** Withdrawal fees received less network costs; below 0 for what the house has yet to cover. */
  readonly networkCosts: Amount;
  /** At or below 0: lost deposits that the house has yet to cover. */
  readonly depositLosses: Amount;
}

export type WithdrawalPhase = 'unknown' | 'open' | 'ended';

/** View of this product for others. */
export interface CustodyProductView {
  /** Returns an asset's balances; zeros for one that was never deposited. */
  custodyOf(assetId: number): CustodyView;
  /** True if a deposit of this number was credited, reversed or not. */
  isCredited(depositNo: number): boolean;
  /** True while the deposit can be reversed. */
  isReversible(depositNo: number): boolean;
  /** Amount that is credited for a deposit: 0 for one that was never credited, null for one that is reversed or forgotten. */
  creditedOf(depositNo: number): Amount | null;
  /** Deposits that their chains took back, the oldest first. */
  heldDeposits(): readonly HeldDepositView[];
  /** Amount that holds of a user's deposits lack of an asset: above 0, payments of it wait. */
  missingOf(userId: number, assetId: number): Amount;
  /** Part of it that what is free cannot fill: above 0, withdrawals of it are refused. */
  lackingOf(userId: number, assetId: number): Amount;
  /** The holds that lack something, where what is free fills them all: holding them again does it. */
  fillable(userId: number, assetId: number): readonly { readonly depositNo: number; readonly turn: number }[];
  /** True if a network cost of this number was booked. */
  isCostBooked(costNo: number): boolean;
  /** `unknown` for a number that was never requested; `ended` for one that was settled or released. */
  withdrawalPhase(withdrawalNo: number): WithdrawalPhase;
  /** An open withdrawal; null for one that is not open. */
  openWithdrawal(withdrawalNo: number): OpenWithdrawalView | null;
  /** A user's open withdrawals, by number. */
  openWithdrawals(userId: number): readonly OpenWithdrawalView[];
  /**
   * The most that may leave the spot wallet now, fee included: what is available, no product needs there and no hold of a
   * taken-back deposit lacks.
   */
  withdrawable(userId: number, assetId: number): Amount;
}
