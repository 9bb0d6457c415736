import type { FinanceZone } from '@candor/kernel';
import type { CoreLink } from '../../engine/core/index.ts';
import { type Offered, openEarnForPractice } from './earn.ts';

interface Own {
  readonly name: string;
  readonly zone: FinanceZone;
  readonly lockDays: number;
  readonly maxParticipations: number;
}

/** A product for each zone, and one in another coin. */
const OFFERED: Readonly<Record<string, Offered<Own>>> = {
  USDT: {
    pool: '100000',
    least: '100',
    most: '50000',
    ofUser: '100000',
    ofAll: '1000000',
    offers: [
      {
        name: 'USDT 14',
        zone: 'ordinary',
        cycleDays: 14,
        dailyPpm: 300,
        lockDays: 3,
        maxParticipations: 20,
      },
      {
        name: 'USDT 60',
        zone: 'valueAdded',
        cycleDays: 60,
        dailyPpm: 450,
        lockDays: 15,
        maxParticipations: 10,
      },
      { name: 'USDT 90', zone: 'members', cycleDays: 90, dailyPpm: 550, lockDays: 30, maxParticipations: 5 },
    ],
  },
  BTC: {
    pool: '1',
    least: '0.001',
    most: '5',
    ofUser: '10',
    ofAll: '50',
    offers: [
      {
        name: 'BTC 45',
        zone: 'valueAdded',
        cycleDays: 45,
        dailyPpm: 120,
        lockDays: 45,
        maxParticipations: 5,
      },
    ],
  },
};
const FIRST_FUNDING = 'First funding of the practice pool, out of practice custody';
const FIRST_OFFER = 'First offer of practice finance products';

/** Opens finance products on a practice journal. */
export const openFinanceForPractice = (core: CoreLink): Promise<void> =>
  openEarnForPractice<Own>(core, {
    product: 'finance',
    offered: OFFERED,
    fund: (assetId, amount) => ({
      type: 'fundFinance',
      assetId,
      amount,
      fromUserId: 0,
      reason: FIRST_FUNDING,
    }),
    offer: (terms) => ({ type: 'offerFinance', ...terms, opensMs: 0, reason: FIRST_OFFER }),
  });
