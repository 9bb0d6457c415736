import { defineActs } from './define-acts.ts';
import { stakingDeskActs } from './staking-acts.ts';

/** Acts on finance products: those on staking, with the product's own terms. */
export const financeDeskActs = defineActs('finance', {
  offerFinance: {
    ...stakingDeskActs.offerStaking.params,
    name: 'text',
    zone: 'console.finance.zone.',
    lock: 'count',
    times: 'count',
  },
  closeFinanceOffer: { offer: 'text', coin: 'text', closes: 'text' },
  fundFinance: { coin: 'text', amount: 'amount', source: 'text' },
});
