import type { KernelView } from '@candor/kernel';

/** Live reads of finance products, beside those of all orders with a cycle. */
export const financeQueries = {
  /** Offers that a user ever began orders of, with their number. */
  financeParticipations: (view: KernelView, userId: number) => view.finance.participations(userId),
};

declare module '../../engine/core/live-queries.ts' {
  interface LiveQueries {
    readonly finance: typeof financeQueries;
  }
}
