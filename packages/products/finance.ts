import { declare } from './declare.ts';

/** Finance products: orders with a cycle in three zones, whose whole interest is reserved from a visible pool. */
export const finance = declare({
  commands: {
    offerFinance: { sender: 'system' },
    closeFinanceOffer: { sender: 'system' },
    fundFinance: { sender: 'system' },
    subscribeFinance: { sender: 'user' },
    redeemFinance: { sender: 'user', relieves: true },
  },
  entries: {
    'finance-subscribe': { code: 40, isOnBills: true },
    'finance-matured': { code: 41, isOnBills: true },
    'finance-redeemed': { code: 42, isOnBills: true },
    'finance-funding': { code: 43, isOnBills: false },
  },
});
