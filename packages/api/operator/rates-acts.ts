import { defineActs } from './define-acts.ts';

/** Acts on the rate table; `was` is the rate before. */
export const rateDeskActs = defineActs('rates', {
  setExchangeRate: { currency: 'text', was: 'amount', rate: 'amount', day: 'text', source: 'text' },
});
