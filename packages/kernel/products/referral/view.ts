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

/** An agent's own share, and the one that follows. */
export interface AgentTerms {
  readonly userId: number;
  /** 0 before the first one counts, and for who is an agent no longer. */
  readonly sharePpm: number;
  readonly next: { readonly sharePpm: number; readonly effectiveMs: number } | null;
}

/** View of referral for others. */
export interface ReferralView {
  terms(): ReferralTerms;
  /** The user's inviter; 0 without one. */
  inviterOf(userId: number): number;
  /** All who are, were or will be agents, in the order of their naming. */
  agents(): readonly AgentTerms[];
  /** The nearest agent above a user; 0 without one. */
  agentAbove(userId: number): number;
  sums(): readonly ReferralSum[];
  /** True while fees bring a user something that is not paid yet, or new ones could: until `endReferral`, and some time on. */
  owes(userId: number): boolean;
}
