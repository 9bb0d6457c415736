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

/** An agent's share ends at once, with the account: an earlier payment paid all that it had earned. */
export interface AgentEndedEvent {
  readonly type: 'agentEnded';
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
 * Inviters were paid their shares of the trading fees that a user paid in one asset within the command. An entry of kind
 * `referral-rebate` stands before it for each, with the generation as its `orderId`.
 */
export interface ReferralPaidEvent {
  readonly type: 'referralPaid';
  readonly payerId: number;
  readonly assetId: number;
  /** Fees since the last payment of this payer and asset, gross. */
  readonly fees: Amount;
  /** Part of them that this payment's shares are of: the rest stands in `restMillionths`. */
  readonly charged: Amount;
  readonly rebates: readonly PaidRebate[];
}

export type ReferralEvent =
  | ReferrerSetEvent
  | AgentSetEvent
  | AgentBegunEvent
  | AgentEndedEvent
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
