import type { Amount } from '@candor/money';
import type { FixedTerms } from '../../earn/terms.ts';

/**
 * Adds an offer, numbered by the kernel. It never changes: other terms are another offer. It opens at `opensMs`, or at
 * once where that has passed.
 */
export interface OfferStaking extends FixedTerms {
  readonly type: 'offerStaking';
  readonly opensMs: number;
  readonly reason: string;
}

/** Ends an offer for later orders, at `closesMs` or at once where that has passed. Open orders keep their terms. */
export interface CloseStakingOffer {
  readonly type: 'closeStakingOffer';
  readonly offerId: number;
  readonly closesMs: number;
  readonly reason: string;
}

/**
 * Adds to the pool that pays the interest: from a house user's spot wallet or, with user 0 in practice mode, from practice
 * custody. Below 0 it goes back to the house user, never more than is free.
 */
export interface FundStaking {
  readonly type: 'fundStaking';
  readonly assetId: number;
  readonly amount: Amount;
  readonly fromUserId: number;
  readonly reason: string;
}

/** Begins an order of the sender: principal from the spot wallet, the whole interest reserved from the pool. */
export interface SubscribeStaking {
  readonly type: 'subscribeStaking';
  readonly offerId: number;
  readonly amount: Amount;
  readonly autoRenew: boolean;
}

/** Ends an open order of the sender before it matures: the principal at once, and the published share of whole days. */
export interface RedeemStaking {
  readonly type: 'redeemStaking';
  readonly orderId: number;
}

/**
 * Sets if an open order of the sender begins again when it matures. Where staking was closed to the sender at `closedMs`, a
 * renewal that began since ends too, at once and by the terms of any early exit, also if it is the order's that is named.
 */
export interface SetStakingRenewal {
  readonly type: 'setStakingRenewal';
  readonly orderId: number;
  readonly autoRenew: boolean;
  /** 0 where the owner decides. */
  readonly closedMs: number;
}

export type StakingCommand =
  | OfferStaking
  | CloseStakingOffer
  | FundStaking
  | SubscribeStaking
  | RedeemStaking
  | SetStakingRenewal;
