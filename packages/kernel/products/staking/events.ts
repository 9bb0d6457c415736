import type { Amount } from '@candor/money';
import type {
  FixedFundedFacts,
  FixedOfferClosedFacts,
  FixedOfferedFacts,
  FixedOrder,
  FixedOrderEnd,
  FixedTerms,
} from '../../earn/terms.ts';

/** An order began. Its entry names it as `orderId`. */
export interface StakingSubscribedEvent extends FixedOrder {
  readonly type: 'stakingSubscribed';
  /** The pool's free part after it. */
  readonly poolFree: Amount;
}

/** An order ended: the receipt of staking. The order that renews it begins right after. */
export interface StakingEndedEvent extends FixedOrderEnd {
  readonly type: 'stakingEnded';
  /** The pool's free part after it. */
  readonly poolFree: Amount;
}

/** The owner set if an order begins again. */
export interface StakingRenewalSetEvent {
  readonly type: 'stakingRenewalSet';
  readonly orderId: number;
  readonly userId: number;
  readonly autoRenew: boolean;
}

export interface StakingOfferedEvent extends FixedTerms, FixedOfferedFacts {
  readonly type: 'stakingOffered';
}

export interface StakingOfferClosedEvent extends FixedOfferClosedFacts {
  readonly type: 'stakingOfferClosed';
}

export interface StakingFundedEvent extends FixedFundedFacts {
  readonly type: 'stakingFunded';
}

export type StakingEvent =
  | StakingSubscribedEvent
  | StakingEndedEvent
  | StakingRenewalSetEvent
  | StakingOfferedEvent
  | StakingOfferClosedEvent
  | StakingFundedEvent;

export type StakingRejection =
  /** No such offer, not opened yet, or closed. */
  | 'STAKING_OFFER_CLOSED'
  /** Below the least or above the most that one order may hold. */
  | 'STAKING_AMOUNT'
  /** The offer's open orders leave no room for it. */
  | 'STAKING_SOLD_OUT'
  /** The user's open orders of the offer leave no room for it. */
  | 'STAKING_USER_LIMIT'
  /** The pool's free part is below the interest. */
  | 'STAKING_POOL_EMPTY'
  /** Matured, redeemed, or nobody's. */
  | 'STAKING_ORDER_ENDED';

declare module '../../rejections.ts' {
  interface ProductRejections {
    readonly staking: StakingRejection;
  }
}
