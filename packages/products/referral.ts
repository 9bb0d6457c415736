import { declare } from './declare.ts';

/** Referral: shares of trading fees for those who invited the payer. */
export const referral = declare({
  commands: {
    setReferralTerms: { sender: 'system' },
    setReferrer: { sender: 'system' },
  },
  entries: {
    'referral-rebate': { code: 35, isOnBills: true },
  },
});
