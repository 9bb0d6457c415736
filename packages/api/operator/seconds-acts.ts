import { defineActs } from './define-acts.ts';

/** Acts on second contracts; the symbol `all` is all markets, the cap `none` no cap. */
export const secondsDeskActs = defineActs('seconds', {
  changeSecondsTerms: { symbol: 'text', quantity: 'text', periods: 'text' },
  changeSecondsCap: { symbol: 'text', cap: 'amount' },
  setSecondsUserCap: { cap: 'amount' },
  setSecondsState: { symbol: 'text', state: 'text' },
  addToSecondsPool: { amount: 'amount', source: 'text' },
});
