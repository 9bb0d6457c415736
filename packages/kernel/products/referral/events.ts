import type { Amount } from '@candor/money';

/** A user's inviter is named. */
export interface ReferrerSetEvent {
  readonly type: 'referrerSet';
  readonly userId: number;
  readonly inviterId: number;
}

/** An agent's share is named, from a time on. */
export interface AgentSetEvent {
  readonly type: 'agentSet';
  readonly userId: number;
  readonly sharePpm: number;
  readonly effectiveMs: number;
  readonly reason: string;
}

/** An agent's share counts from here on. */
export interface AgentBegunEvent {
  readonly type: 'agentBegun';
  readonly userId: number;
  readonly sharePpm: number;
}

/** Fees earn a closed account nothing from here on, and its share as an agent is over. */
export interface ReferralEndedEvent {
  readonly type: 'referralEnded';
  readonly userId: number;
}

/** Amount that one inviter got: whole units of `restMillionths` and the share of the fees charged. */
export interface PaidRebate {
  /** 1 for the payer's inviter, 2 and 3 for those above, `AGENT_PLACE` for an agent's own share. */
  readonly generation: number;
  readonly inviterId: number;
  readonly amount: Amount;
  readonly sharePpm: number;
  /** Millionths of a unit that earlier fees left. */
  readonly restMillionths: number;
}

/**
 * Inviters were paid their shares of the trading fees that a user paid in one asset on one day, under the same shares: a
 * day on which they changed has as many payments. An entry of kind `referral-rebate` stands before it for each, with the
 * generation as its `orderId`.
 */
export interface ReferralPaidEvent {
  readonly type: 'referralPaid';
  readonly payerId: number;
  readonly assetId: number;
  /** UTC day of the fees, since 1970: fees that came while the payments of the day were under way count to it. */
  readonly day: number;
  /** Fees that the shares are of, gross. */
  readonly charged: Amount;
  /** None where the shares make no whole unit yet: what they make is kept for the next payment. */
  readonly rebates: readonly PaidRebate[];
}

export type ReferralEvent =
  | ReferrerSetEvent
  | AgentSetEvent
  | AgentBegunEvent
  | ReferralEndedEvent
  | ReferralPaidEvent;

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
