import { defineActs } from './define-acts.ts';

/** Acts on users' balances: credits alone. */
export const correctionsDeskActs = defineActs('corrections', {
  correctBalance: { user: 'text', coin: 'text', amount: 'amount', kind: 'text' },
});
