import type { Amount } from '@candor/money';
import type {
  FixedFundedFacts,
  FixedOfferClosedFacts,
  FixedOfferedFacts,
  FixedOrder,
  FixedOrderEnd,
} from '../../earn/terms.ts';
import type { FinanceTerms } from './commands.ts';

/** An order began. Its entry names it as `orderId`. */
export interface FinanceSubscribedEvent extends FixedOrder {
  readonly type: 'financeSubscribed';
  readonly lockDays: number;
  /** The free part of the pool after it. */
  readonly poolFree: Amount;
}

/** An order ended: the receipt of a finance product. */
export interface FinanceEndedEvent extends FixedOrderEnd {
  readonly type: 'financeEnded';
  readonly lockDays: number;
  /** The free part of the pool after it. */
  readonly poolFree: Amount;
}

export interface FinanceOfferedEvent extends FinanceTerms, FixedOfferedFacts {
  readonly type: 'financeOffered';
}

export interface FinanceOfferClosedEvent extends FixedOfferClosedFacts {
  readonly type: 'financeOfferClosed';
}

export interface FinanceFundedEvent extends FixedFundedFacts {
  readonly type: 'financeFunded';
}

export type FinanceEvent =
  | FinanceSubscribedEvent
  | FinanceEndedEvent
  | FinanceOfferedEvent
  | FinanceOfferClosedEvent
  | FinanceFundedEvent;

export type FinanceRejection =
  /** No such offer, not opened yet, or closed. */
  | 'FINANCE_OFFER_CLOSED'
  /** Below the least or above the most that one order may hold. */
  | 'FINANCE_AMOUNT'
  /** The offer's open orders leave no room for it. */
  | 'FINANCE_SOLD_OUT'
  /** The user's open orders of the offer leave no room for it. */
  | 'FINANCE_USER_LIMIT'
  /** The user has begun as many orders of the offer as one user may. */
  | 'FINANCE_PARTICIPATIONS'
  /** The offer is for VIP users. */
  | 'FINANCE_MEMBERS_ONLY'
  /** The pool's free part is below the interest. */
  | 'FINANCE_POOL_EMPTY'
  /** The order is within its locked days. */
  | 'FINANCE_LOCKED'
  /** Matured, redeemed, or nobody's. */
  | 'FINANCE_ORDER_ENDED';

declare module '../../rejections.ts' {
  interface ProductRejections {
    readonly finance: FinanceRejection;
  }
}
