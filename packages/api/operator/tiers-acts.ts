import { defineActs } from './define-acts.ts';

/** The act on account tiers; `tiers` names each with its threshold and its limit of a day. */
export const tiersDeskActs = defineActs('tiers', {
  changeAccountTiers: { tiers: 'text', vip: 'text', days: 'text' },
});
