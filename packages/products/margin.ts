import { declare } from './declare.ts';

/** Margin: loans of a pool for spot trading, cross or isolated. */
export const margin = declare({
  commands: {
    fundMarginPool: { sender: 'system' },
    setMarginAsset: { sender: 'system' },
    setMarginTerms: { sender: 'system' },
    setMarginLeverage: { sender: 'user' },
    borrow: { sender: 'user' },
    repay: { sender: 'user', relieves: true },
    placeMarginOrder: { sender: 'user' },
    placeMarginOrderWith: { sender: 'user' },
    cancelMarginOrders: { sender: 'user', relieves: true },
  },
  entries: {
    'margin-borrow': { code: 16, isOnBills: true },
    'margin-interest': { code: 17, isOnBills: true },
    'margin-repay': { code: 18, isOnBills: true },
    'margin-deficit': { code: 19, isOnBills: true },
    'margin-takeover': { code: 20, isOnBills: true },
    'margin-funding': { code: 15, isOnBills: false },
  },
});
