import { declare } from './declare.ts';

/** Deposits, withdrawals, and what custody costs. */
export const custody = declare({
  commands: {
    creditDeposit: { sender: 'system' },
    creditRecharge: { sender: 'system' },
    holdDeposit: { sender: 'system' },
    restoreDeposit: { sender: 'system' },
    reverseDeposit: { sender: 'system' },
    requestWithdrawal: { sender: 'system' },
    settleWithdrawal: { sender: 'system' },
    settlePayout: { sender: 'system' },
    releaseWithdrawal: { sender: 'system' },
    failWithdrawal: { sender: 'system' },
    bookNetworkCost: { sender: 'system' },
    coverCustody: { sender: 'system' },
    correctBalance: { sender: 'system' },
  },
  entries: {
    deposit: { code: 21, isOnBills: true },
    recharge: { code: 33, isOnBills: true },
    'deposit-reversal': { code: 22, isOnBills: true },
    withdrawal: { code: 23, isOnBills: true },
    'withdrawal-fee': { code: 24, isOnBills: true },
    payout: { code: 34, isOnBills: true },
    correction: { code: 27, isOnBills: true },
    'network-cost': { code: 25, isOnBills: false },
    'custody-cover': { code: 26, isOnBills: false },
  },
});
