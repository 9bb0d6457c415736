import { defineActs } from './define-acts.ts';

/** Acts on staking. An amount that is taken back carries a minus; an offer opens and closes at a time, or at once. */
export const stakingDeskActs = defineActs('staking', {
  offerStaking: {
    coin: 'text',
    daily: 'text',
    days: 'count',
    exit: 'text',
    least: 'amount',
    most: 'amount',
    user: 'amount',
    all: 'amount',
    opens: 'text',
  },
  closeStakingOffer: { offer: 'text', coin: 'text', closes: 'text' },
  fundStaking: { coin: 'text', amount: 'amount', source: 'text' },
});
