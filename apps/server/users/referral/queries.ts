import type { KernelView } from '@candor/kernel';
import { DAY_MS, dayOf } from './rebate-days.ts';

/** Live reads of referral. */
export const referralQueries = {
  referralTerms: (view: KernelView) => view.referral.terms(),
  /** All agents, also those who are none any longer. */
  referralAgents: (view: KernelView) => view.referral.agents(),
  referralOwes: (view: KernelView, userId: number) => view.referral.owes(userId),
  /** The first UTC day, since 1970, of which rebates may be unpaid: a day is paid payer by payer after its end. */
  referralUnpaidDay: (view: Pick<KernelView, 'timeMs' | 'nextDueMs'>) => {
    const today = dayOf(view.timeMs);
    return view.nextDueMs > today * DAY_MS ? today : today - 1;
  },
};

declare module '../../engine/core/live-queries.ts' {
  interface LiveQueries {
    readonly referral: typeof referralQueries;
  }
}
