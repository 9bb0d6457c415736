import type { Amount } from '@candor/money';
import type { ReferralTerms } from '@candor/rules';

/** Sums of one asset since the beginning of the journal. */
export interface ReferralSum {
  readonly assetId: number;
  /** Trading fees of users who were invited. */
  readonly fees: Amount;
  /** Paid to inviters of all generations. */
  readonly paid: Amount;
}

/** View of referral for others. */
export interface ReferralView {
  terms(): ReferralTerms;
  /** The user's inviter; 0 without one. */
  inviterOf(userId: number): number;
  sums(): readonly ReferralSum[];
}
