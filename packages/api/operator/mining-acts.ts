import { defineActs } from './define-acts.ts';

/** Acts on mining. An amount that is taken back carries a minus. */
export const miningDeskActs = defineActs('mining', {
  fundMining: { coin: 'text', amount: 'amount', source: 'text' },
});
