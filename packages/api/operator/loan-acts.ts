import { defineActs } from './define-acts.ts';

/** Acts on power loans. An amount that is taken back carries a minus; an offer opens and closes at a time, or at once. */
export const loanDeskActs = defineActs('loan', {
  offerLoan: {
    coin: 'text',
    method: 'text',
    cycle: 'text',
    every: 'count',
    instalments: 'count',
    daily: 'text',
    overdue: 'text',
    cap: 'text',
    least: 'amount',
    most: 'amount',
    opens: 'text',
  },
  closeLoanOffer: { offer: 'text', coin: 'text', closes: 'text' },
  fundLoanPool: { coin: 'text', amount: 'amount', source: 'text' },
});
