import type { Amount } from '@candor/money';

/** A user's inviter is named. */
export interface ReferrerSetEvent {
  readonly type: 'referrerSet';
  readonly userId: number;
  readonly inviterId: number;
}

/** Amount that one inviter got. */
export interface PaidRebate {
  /** 1 for the payer's inviter, 2 and 3 for those above. */
  readonly generation: number;
  readonly inviterId: number;
  readonly amount: Amount;
}

/**
 * Inviters were paid their shares of the trading fees that a user paid in one asset within the command. An entry of kind
 * `referral-rebate` stands before it for each, with the generation as its `orderId`.
 */
export interface ReferralPaidEvent {
  readonly type: 'referralPaid';
  readonly payerId: number;
  readonly assetId: number;
  /** Fees since the last payment of this payer and asset, gross. */
  readonly fees: Amount;
  readonly rebates: readonly PaidRebate[];
}

export type ReferralEvent = ReferrerSetEvent | ReferralPaidEvent;

export type ReferralRejection =
  /** The user has an inviter already. */
  | 'REFERRER_FIXED'
  /** The inviter was invited by the user, directly or through others. */
  | 'REFERRAL_CYCLE';

declare module '../../rejections.ts' {
  interface ProductRejections {
    readonly referral: ReferralRejection;
  }
}
