import type { Amount } from '@candor/money';

/**
 * Books coins of the house's own that arrived in its wallets on a chain, such as the float of the hot wallet; below 0,
 * coins that left them or that the chain took back.
 */
export interface FundCustody {
  readonly type: 'fundCustody';
  /** Given by the server, each number once. */
  readonly fundingNo: number;
  readonly assetId: number;
  readonly amount: Amount;
}

/**
 * Compares custody with what was found on the chains. A surplus goes to the suspense account. A shortage is the house's: it
 * stops withdrawals of the asset until a later report finds none, and takes nothing from the suspense account.
 */
export interface ReconcileCustody {
  readonly type: 'reconcileCustody';
  /** Given by the server, each above all before. */
  readonly reportNo: number;
  readonly assetId: number;
  /** Custody as the server saw it: a report on another sum is refused. */
  readonly booked: Amount;
  /** The amount that the chains hold for custody, without transfers in flight and coins that are not yet explained. */
  readonly found: Amount;
}

/** Gives coins of the suspense account to whom they belong, with a reason that a user reads. */
export interface ReleaseSuspense {
  readonly type: 'releaseSuspense';
  /** Given by the server, each number once. */
  readonly releaseNo: number;
  readonly assetId: number;
  readonly amount: Amount;
  /** Gets the coins; 0 where they are the house's own. */
  readonly accountUserId: number;
  readonly reason: string;
}

export type TreasuryCommand = FundCustody | ReconcileCustody | ReleaseSuspense;
