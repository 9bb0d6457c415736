import { defineActs } from './define-acts.ts';

/** Acts on custody: a deposit that its chain took back, and coins that belong to nobody yet. */
export const custodyDeskActs = defineActs('custody', {
  reverseDeposit: { user: 'text', coin: 'text', amount: 'amount', deposit: 'text' },
  releaseSuspense: { user: 'text', coin: 'text', amount: 'amount' },
});
