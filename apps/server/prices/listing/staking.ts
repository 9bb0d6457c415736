import type { CoreLink } from '../../engine/core/index.ts';
import { type Offered, openEarnForPractice } from './earn.ts';

const OFFERED: Readonly<Record<string, Offered<object>>> = {
  USDT: {
    pool: '100000',
    least: '10',
    most: '100000',
    ofUser: '200000',
    ofAll: '2000000',
    offers: [
      { cycleDays: 7, dailyPpm: 300 },
      { cycleDays: 30, dailyPpm: 400 },
    ],
  },
  BTC: {
    pool: '1',
    least: '0.001',
    most: '5',
    ofUser: '10',
    ofAll: '100',
    offers: [{ cycleDays: 30, dailyPpm: 100 }],
  },
};
const FIRST_FUNDING = 'First funding of the practice pool, out of practice custody';
const FIRST_OFFER = 'First offer of practice staking';

/** Opens staking on a practice journal. */
export const openStakingForPractice = (core: CoreLink): Promise<void> =>
  openEarnForPractice<object>(core, {
    product: 'staking',
    offered: OFFERED,
    fund: (assetId, amount) => ({
      type: 'fundStaking',
      assetId,
      amount,
      fromUserId: 0,
      reason: FIRST_FUNDING,
    }),
    offer: (terms) => ({ type: 'offerStaking', ...terms, opensMs: 0, reason: FIRST_OFFER }),
  });
