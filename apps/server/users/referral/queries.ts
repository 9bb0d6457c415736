import type { KernelView } from '@candor/kernel';

/** Live reads of referral. */
export const referralQueries = {
  referralTerms: (view: KernelView) => view.referral.terms(),
};

declare module '../../engine/core/live-queries.ts' {
  interface LiveQueries {
    readonly referral: typeof referralQueries;
  }
}
