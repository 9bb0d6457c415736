import type { EarnProduct, KernelView } from '@candor/kernel';

/** Live reads of orders with a cycle, of one product each. */
export const earnQueries = {
  /** Every offer with what its open orders hold, and the pools that pay. */
  earnOffers: (view: KernelView, product: EarnProduct) => ({
    offers: view[product].offers(),
    pools: view[product].pools(),
    seq: view.seq,
  }),
  /** One offer; null where there is none. */
  earnOffer: (view: KernelView, product: EarnProduct, offerId: number) => view[product].offer(offerId),
  /** A user's open orders, oldest first. */
  earnOf: (view: KernelView, product: EarnProduct, userId: number) => ({
    orders: view[product].orders(userId),
    seq: view.seq,
  }),
  /** All data of the operators' desk; `houseUserId` is the account that may add to the pools. */
  earnDesk: (view: KernelView, product: EarnProduct, houseUserId: number) => ({
    mode: view.mode,
    timeMs: view.timeMs,
    offers: view[product].offers(),
    pools: view[product].pools(),
    house: view.hasAccount(houseUserId) ? view.balances(houseUserId) : [],
  }),
};

declare module '../../engine/core/live-queries.ts' {
  interface LiveQueries {
    readonly earn: typeof earnQueries;
  }
}
