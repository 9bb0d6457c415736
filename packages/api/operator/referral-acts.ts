import { defineActs } from './define-acts.ts';

/** Acts on referral: an agent's own share counts from a time, or at once. */
export const referralDeskActs = defineActs('referral', {
  setAgent: { user: 'text', share: 'text', from: 'text' },
});
