import { declare } from './declare.ts';

/** Power loans: paid out of a funded pool after a review, repaid by a schedule. */
export const loan = declare({
  commands: {
    offerLoan: { sender: 'system' },
    closeLoanOffer: { sender: 'system' },
    fundLoanPool: { sender: 'system' },
    payOutLoan: { sender: 'system' },
    repayLoan: { sender: 'user', relieves: true },
  },
  entries: {
    'loan-paid-out': { code: 45, isOnBills: true },
    'loan-interest': { code: 46, isOnBills: true },
    'loan-repaid': { code: 47, isOnBills: true },
    'loan-overdue-interest': { code: 48, isOnBills: true },
    'loan-funding': { code: 49, isOnBills: false },
  },
});
