import { declare } from './declare.ts';

/** Staking: orders with a cycle, whose whole interest is reserved from a visible pool. */
export const staking = declare({
  commands: {
    offerStaking: { sender: 'system' },
    closeStakingOffer: { sender: 'system' },
    fundStaking: { sender: 'system' },
    subscribeStaking: { sender: 'user' },
    redeemStaking: { sender: 'user', relieves: true },
    setStakingRenewal: { sender: 'user', relieves: true },
  },
  entries: {
    'staking-subscribe': { code: 36, isOnBills: true },
    'staking-matured': { code: 37, isOnBills: true },
    'staking-redeemed': { code: 38, isOnBills: true },
    'staking-funding': { code: 39, isOnBills: false },
  },
});
