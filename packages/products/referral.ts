import { declare } from './declare.ts';

/** Place of an agent's own share among those of a fee: behind the three generations. */
export const AGENT_PLACE = 4;

/** Referral: shares of trading fees for those who invited the payer. */
export const referral = declare({
  commands: {
    setReferralTerms: { sender: 'system' },
    setReferrer: { sender: 'system' },
    setAgent: { sender: 'system' },
    endReferral: { sender: 'system' },
  },
  entries: {
    'referral-rebate': { code: 35, isOnBills: true },
  },
});
