import type { Amount } from '@candor/money';

/** Custody of one asset as its last report left it. */
export interface TreasuryAssetView {
  readonly assetId: number;
  /** The house's own coins in custody. */
  readonly houseFloat: Amount;
  /** Coins on the chains that belong to nobody yet. */
  readonly suspense: Amount;
  /** The amount that the chains lack; withdrawals of the asset are stopped while it is above 0. */
  readonly shortage: Amount;
}

/** View of this product for others. */
export interface TreasuryView {
  treasuryOf(assetId: number): TreasuryAssetView;
  /** True if a funding of this number was booked. */
  isFunded(fundingNo: number): boolean;
  /** Number of the last report; 0 before the first. */
  readonly lastReportNo: number;
}
