import type { KernelView } from '@candor/kernel';

/** Live reads of staking. */
export const stakingQueries = {
  /** Every offer with what its open orders hold, and the pools that pay. */
  stakingOffers: (view: KernelView) => ({
    offers: view.staking.offers(),
    pools: view.staking.pools(),
    seq: view.seq,
  }),
  /** One offer; null where there is none. */
  stakingOffer: (view: KernelView, offerId: number) => view.staking.offer(offerId),
  /** A user's open orders, oldest first. */
  stakingOf: (view: KernelView, userId: number) => ({ orders: view.staking.orders(userId), seq: view.seq }),
  /** All data of the operators' desk; `houseUserId` is the account that may add to the pools. */
  stakingDesk: (view: KernelView, houseUserId: number) => ({
    mode: view.mode,
    timeMs: view.timeMs,
    offers: view.staking.offers(),
    pools: view.staking.pools(),
    house: view.hasAccount(houseUserId) ? view.balances(houseUserId) : [],
  }),
};

declare module '../../engine/core/live-queries.ts' {
  interface LiveQueries {
    readonly staking: typeof stakingQueries;
  }
}
