import type { KernelView, PayOutLoan } from '@candor/kernel';

/** Live reads of power loans. */
export const loanQueries = {
  /** Every offer, and the pools that pay. */
  loanOffers: (view: KernelView) => ({
    offers: view.loan.offers(),
    pools: view.loan.pools(),
    timeMs: view.timeMs,
  }),
  /** A user's open loans, oldest first, and the offers that they began by. */
  loansOf: (view: KernelView, userId: number) => ({
    loans: view.loan.loans(userId),
    offers: view.loan.offers(),
    timeMs: view.timeMs,
  }),
  /** Inputs of a credit score that loans decide, what is owed, and the asset of its limit. */
  creditOf: (view: KernelView, userId: number) => ({
    record: view.loan.credit(userId),
    owed: view.loan.owed(userId),
    assetId: view.loan.offers()[0]?.assetId ?? null,
  }),
  /** Reason why a payout would be refused now; null where it would not. */
  loanRefusal: (view: KernelView, payout: Omit<PayOutLoan, 'type'>) => view.loan.refusal(payout),
  /** Mode, and if a practice journal has loans on offer already. */
  loansToOpen: (view: KernelView) => ({
    mode: view.mode,
    isOpen: view.loan.offers().length > 0,
    asset: view.assets().find(({ code }) => code === 'USDT') ?? null,
  }),
  /** All data of the operators’ desk; `houseUserId` is the account that may add to the pool. */
  loanDesk: (view: KernelView, houseUserId: number) => ({
    mode: view.mode,
    timeMs: view.timeMs,
    offers: view.loan.offers(),
    pools: view.loan.pools(),
    house: view.hasAccount(houseUserId) ? view.balances(houseUserId) : [],
  }),
};

declare module '../../engine/core/live-queries.ts' {
  interface LiveQueries {
    readonly loan: typeof loanQueries;
  }
}
