import type { Amount } from '@candor/money';

/** Terms of an offer of orders with a cycle. All amounts are in base units of the asset. */
export interface FixedTerms {
  readonly assetId: number;
  /** Interest in parts per million of the principal, a day. */
  readonly dailyPpm: number;
  readonly cycleDays: number;
  /** Bounds of one order. */
  readonly minAmount: Amount;
  readonly maxAmount: Amount;
  /** The most that all open orders of the offer may hold. */
  readonly capAmount: Amount;
  /** The most that one user's open orders of the offer may hold. */
  readonly userCapAmount: Amount;
  /** Part of the interest of whole days that an early exit keeps, in parts per million. */
  readonly exitPpm: number;
}

/** An offer as it was made: nothing of it changes but its end. */
export interface FixedOffer extends FixedTerms {
  /** Also the version of the terms. */
  readonly offerId: number;
  /** The first moment at which an order may begin. */
  readonly opensMs: number;
  /** The first moment at which no order begins any more; null while no end is named. */
  readonly closesMs: number | null;
}

/** An order, complete: everything that its interest follows from. */
export interface FixedOrder {
  readonly orderId: number;
  readonly userId: number;
  readonly offerId: number;
  readonly assetId: number;
  /** The principal. */
  readonly amount: Amount;
  readonly dailyPpm: number;
  readonly cycleDays: number;
  readonly exitPpm: number;
  /** Interest of the whole cycle, reserved from the pool when the order began. */
  readonly interest: Amount;
  readonly beganMs: number;
  readonly maturesMs: number;
  /** True if it begins again when it matures, under the same offer. */
  readonly autoRenew: boolean;
  /** The order that this one renewed; 0 for none. */
  readonly renewalOf: number;
}

/** Way in which an order ended. */
export type FixedEnd = 'matured' | 'redeemed';

/** End of an order, with what it paid beside the principal. */
export interface FixedOrderEnd extends FixedOrder {
  readonly how: FixedEnd;
  /** Whole days that the order ran. */
  readonly wholeDays: number;
  readonly paidInterest: Amount;
  /** Part of the reserved interest that returned to the pool. */
  readonly released: Amount;
  /** The due time of a matured order, also where it was settled later; else the time of the exit. */
  readonly endedMs: number;
  /** The order that begins in its place; 0 for none. */
  readonly renewedAs: number;
}

/** An offer with what its open orders hold. */
export interface FixedOfferView extends FixedOffer {
  /** Principal of the open orders. */
  readonly principal: Amount;
  readonly orders: number;
  /** Principal that further orders may still bring. */
  readonly room: Amount;
}

/** The pool in one asset. */
export interface EarnPoolView {
  readonly assetId: number;
  /** Part that may still be reserved. */
  readonly free: Amount;
  /** Interest of open orders, set aside. */
  readonly reserved: Amount;
  /** Principal of open orders. */
  readonly principal: Amount;
  readonly orders: number;
}

/** View of a product of orders with a cycle, for others. */
export interface FixedView<O extends FixedOffer = FixedOffer> {
  /** All offers, also closed ones, in the order of their numbers. */
  offers(): readonly (O & FixedOfferView)[];
  /** An offer; null where there is none. */
  offer(offerId: number): (O & FixedOfferView) | null;
  /** The pool, by asset in the order of their numbers. */
  pools(): readonly EarnPoolView[];
  /** A user's open orders, oldest first. */
  orders(userId: number): readonly FixedOrder[];
  /** An open order; null once it ended. */
  order(orderId: number): FixedOrder | null;
}

/** Facts of an event that an offer was made: its terms stand beside them. */
export interface FixedOfferedFacts {
  readonly offerId: number;
  readonly opensMs: number;
  readonly reason: string;
}

export interface FixedOfferClosedFacts {
  readonly offerId: number;
  readonly closesMs: number;
  readonly reason: string;
}

/** The free part of the pool was added to or given back from. */
export interface FixedFundedFacts {
  readonly assetId: number;
  readonly before: Amount;
  readonly after: Amount;
  /** The house user; 0 for practice custody. */
  readonly fromUserId: number;
  readonly reason: string;
}
