import { declare } from './declare.ts';

/** OTC: coins in escrow against money that users pay each other. */
export const otc = declare({
  commands: {
    setOtcTerms: { sender: 'system' },
    setOtcCurrency: { sender: 'system' },
    setOtcMethod: { sender: 'system' },
    setOtcTrader: { sender: 'system' },
    admitOtcMerchant: { sender: 'system' },
    leaveOtcMerchant: { sender: 'user', relieves: true },
    publishOtcOffer: { sender: 'user' },
    changeOtcOffer: { sender: 'user' },
    closeOtcOffer: { sender: 'user', relieves: true },
    takeOtcOffer: { sender: 'user' },
    payOtcOrder: { sender: 'user', relieves: true },
    releaseOtcOrder: { sender: 'user', relieves: true },
    cancelOtcOrder: { sender: 'user', relieves: true },
    askOtcCancel: { sender: 'user', relieves: true },
    appealOtcOrder: { sender: 'user', relieves: true },
    stateOtcAppeal: { sender: 'user', relieves: true },
    resolveOtcAppeal: { sender: 'system' },
  },
  entries: {
    'otc-escrowed': { code: 60, isOnBills: true },
    'otc-released': { code: 61, isOnBills: true },
    'otc-returned': { code: 62, isOnBills: true },
    'otc-fee': { code: 63, isOnBills: true },
  },
});
