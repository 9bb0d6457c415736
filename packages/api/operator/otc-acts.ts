import { defineActs } from './define-acts.ts';

/** Acts on OTC; `order` is the number of the order. */
export const otcDeskActs = defineActs('otc', {
  viewOtcPicture: { order: 'text', picture: 'text' },
  sayInOtcAppeal: { order: 'text', message: 'text' },
  resolveOtcAppeal: {
    order: 'text',
    amount: 'amount',
    coin: 'text',
    winner: 'console.otc.party.',
    fault: 'console.otc.fault.',
    code: 'escrow.decision.',
  },
  setOtcTerms: {
    fee: 'text',
    band: 'text',
    windows: 'text',
    clocks: 'text',
    pauses: 'text',
    newcomers: 'text',
    deposit: 'amount',
    hold: 'text',
    from: 'text',
  },
  setOtcCurrency: { currency: 'text', rate: 'amount' },
  setOtcMethod: { method: 'text', after: 'text', state: 'console.otc.state.' },
  setOtcTrader: { user: 'text', state: 'console.otc.state.' },
});
