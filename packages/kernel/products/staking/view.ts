import type { EarnPoolView, FixedOfferView, FixedOrder } from '../../earn/terms.ts';

/** View of staking for others. */
export interface StakingView {
  /** All offers, also closed ones, in the order of their numbers. */
  offers(): readonly FixedOfferView[];
  /** An offer; null where there is none. */
  offer(offerId: number): FixedOfferView | null;
  /** The pool, by asset in the order of their numbers. */
  pools(): readonly EarnPoolView[];
  /** A user's open orders, oldest first. */
  orders(userId: number): readonly FixedOrder[];
  /** An open order; null once it ended. */
  order(orderId: number): FixedOrder | null;
}
