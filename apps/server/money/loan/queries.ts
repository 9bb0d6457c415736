import type { KernelView } from '@candor/kernel';

/** Live reads of power loans. */
export const loanQueries = {
  /** Every offer, and the pools that pay. */
  loanOffers: (view: KernelView) => ({
    offers: view.loan.offers(),
    pools: view.loan.pools(),
    timeMs: view.timeMs,
  }),
  /** A user's open loans, oldest first. */
  loansOf: (view: KernelView, userId: number) => ({ loans: view.loan.loans(userId), timeMs: view.timeMs }),
  /** Inputs of a credit score that loans decide, what is owed, and the asset of its limit. */
  creditOf: (view: KernelView, userId: number) => ({
    record: view.loan.credit(userId),
    owed: view.loan.owed(userId),
    assetId: view.loan.offers()[0]?.assetId ?? null,
  }),
};

declare module '../../engine/core/live-queries.ts' {
  interface LiveQueries {
    readonly loan: typeof loanQueries;
  }
}
