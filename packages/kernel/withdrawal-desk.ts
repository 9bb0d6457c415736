import type { Amount } from '@candor/money';
import type { RejectionCode } from './rejections.ts';

/** A withdrawal as it is requested. */
export interface RequestedWithdrawal {
  /** Given by the server, each number once. */
  readonly withdrawalNo: number;
  /** Its owner. */
  readonly accountUserId: number;
  readonly assetId: number;
  /** Arrives at the address, in base units. */
  readonly amount: Amount;
  /** Paid to the house in the same asset, beside the amount. */
  readonly fee: Amount;
}

/** Withdrawals of money that a product keeps outside of the spot wallet, by the same checks as all others. */
export interface WithdrawalDesk {
  /** Returns why a request would be refused once so many units more are free in the spot wallet; null where it would not. */
  problem(withdrawal: RequestedWithdrawal, incoming: bigint): RejectionCode | null;
  /** Holds amount and fee of a withdrawal without a problem. */
  request(withdrawal: RequestedWithdrawal): void;
}

/** Units of an asset that leave the house; below 0 what arrives for it just before. */
export interface LeavingUnits {
  readonly assetId: number;
  readonly units: bigint;
}

/** A product that keeps value in the house for a time. */
export interface WithdrawalGuard {
  /** True if anything of a user is kept. */
  guards(userId: number): boolean;
  /** Returns why all of this together may not leave; null where it may. */
  refusal(userId: number, leaving: readonly LeavingUnits[]): RejectionCode | null;
}

/** A product whose money is withdrawn: it takes back what is not paid. */
export interface WithdrawalOwner {
  owns(withdrawalNo: number): boolean;
  /** A withdrawal of it has ended: so many units of it are free in the spot wallet again, 0 where it was paid. */
  ended(withdrawalNo: number, freed: bigint): void;
}
