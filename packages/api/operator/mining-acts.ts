import { defineActs } from './define-acts.ts';

/** Acts on mining. An amount that is taken back carries a minus. */
export const miningDeskActs = defineActs('mining', {
  openMining: { coin: 'text', gears: 'text' },
  fundMining: { coin: 'text', amount: 'amount', source: 'text' },
});
