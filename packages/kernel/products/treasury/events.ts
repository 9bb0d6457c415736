import type { Amount } from '@candor/money';

export interface CustodyFundedEvent {
  readonly type: 'custodyFunded';
  readonly fundingNo: number;
  readonly assetId: number;
  readonly amount: Amount;
}

export interface CustodyReconciledEvent {
  readonly type: 'custodyReconciled';
  readonly reportNo: number;
  readonly assetId: number;
  readonly booked: Amount;
  readonly found: Amount;
  /** Moved from custody to the suspense account; never below 0. */
  readonly surplus: Amount;
  /** The amount that the chains lack; withdrawals of the asset are stopped while it is above 0. */
  readonly shortage: Amount;
}

export interface SuspenseReleasedEvent {
  readonly type: 'suspenseReleased';
  readonly releaseNo: number;
  readonly assetId: number;
  readonly amount: Amount;
  /** 0 where the coins are the house's own. */
  readonly userId: number;
  readonly reason: string;
}

export type TreasuryEvent = CustodyFundedEvent | CustodyReconciledEvent | SuspenseReleasedEvent;

export type TreasuryRejection =
  | 'FUNDING_KNOWN'
  /** A report of this number or of a later one was booked. */
  | 'REPORT_OLD'
  /** Custody is another sum than the report says. */
  | 'CUSTODY_MOVED'
  | 'RELEASE_KNOWN'
  /** Custody of the asset is short on its chains: withdrawals wait until the books agree. */
  | 'WITHDRAWALS_STOPPED';

/** The number of the funding, report or release stands in the entry's `orderId`. */

declare module '../../rejections.ts' {
  interface ProductRejections {
    readonly treasury: TreasuryRejection;
  }
}
