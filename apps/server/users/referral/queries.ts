import type { KernelView } from '@candor/kernel';

/** Live reads of referral. */
export const referralQueries = {
  referralTerms: (view: KernelView) => view.referral.terms(),
  /** All agents, also those who are none any longer. */
  referralAgents: (view: KernelView) => view.referral.agents(),
  referralOwes: (view: KernelView, userId: number) => view.referral.owes(userId),
};

declare module '../../engine/core/live-queries.ts' {
  interface LiveQueries {
    readonly referral: typeof referralQueries;
  }
}
