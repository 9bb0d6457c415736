import type { KernelView } from '@candor/kernel';

/** Live reads of swaps. */
export const swapQueries = {
  /** Terms, limits and the house's inventory. */
  swapOffer: (view: KernelView) => ({
    state: view.swap.state,
    stateReason: view.swap.stateReason,
    assets: view.swap.assets().map((asset) => ({ ...asset })),
    seq: view.seq,
  }),
  /** A user's open quote; null without one. */
  swapQuote(view: KernelView, userId: number) {
    const quote = view.swap.quote(userId);
    return quote === null ? null : { ...quote };
  },
  /** All data of the operators' desk; `houseUserId` is the account that may add to the inventory. */
  swapDesk: (view: KernelView, houseUserId: number) => ({
    mode: view.mode,
    state: view.swap.state,
    stateReason: view.swap.stateReason,
    assets: view.swap.assets().map((asset) => ({ ...asset })),
    symbols: view.symbols(),
    house: view.hasAccount(houseUserId) ? view.balances(houseUserId) : [],
  }),
};

declare module '../../engine/core/live-queries.ts' {
  interface LiveQueries {
    readonly swap: typeof swapQueries;
  }
}
