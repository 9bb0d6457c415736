import { defineActs } from './define-acts.ts';

/** Acts on swaps. An amount that is taken back carries a minus. */
export const swapDeskActs = defineActs('swap', {
  setSwapTerms: { coin: 'text', spread: 'text', least: 'amount', most: 'amount', inventory: 'amount' },
  setSwapState: { state: 'text' },
  fundSwaps: { coin: 'text', amount: 'amount', source: 'text' },
});
