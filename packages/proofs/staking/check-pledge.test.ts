import { describe, expect, it } from 'vitest';
import { firstWrongStep } from '../check.ts';
import { checkPledge, type PledgeReceipt } from './check-pledge.ts';

const DAY = 86_400_000;
const began = Date.UTC(2028, 0, 31, 12, 30, 15);

/** 45 days at 350 ppm, half of the interest of whole days kept: figures worked out apart, by exact fractions. */
const running: PledgeReceipt = {
  scale: 8,
  investAmount: '12345.67000001',
  dailyPpm: 350,
  cycleDays: 45,
  exitPpm: 500_000,
  beginDate: began,
  endDate: began + 45 * DAY,
  status: 'inProgress',
  interest: '194.4443025',
  wholeDays: null,
  paidInterest: null,
  released: null,
  endedTime: null,
};

const redeemed: PledgeReceipt = {
  ...running,
  status: 'redeemed',
  endedTime: began + 17 * DAY + 5 * 3_600_000,
  wholeDays: 17,
  paidInterest: '36.72836825',
  released: '157.71593425',
};

describe('a staking order', () => {
  it.each([
    ['that runs', running],
    ['that was redeemed after 17 days and 5 hours', redeemed],
    [
      'that was redeemed a second before it matured',
      {
        ...redeemed,
        endedTime: running.endDate - 1_000,
        wholeDays: 44,
        paidInterest: '95.061659',
        released: '99.3826435',
      },
    ],
    [
      'that was redeemed within its first day',
      { ...redeemed, endedTime: began + DAY - 1, wholeDays: 0, paidInterest: '0', released: '194.4443025' },
    ],
    [
      'that matured, and was paid late',
      {
        ...redeemed,
        status: 'completed' as const,
        endedTime: running.endDate + 7_200_000,
        wholeDays: 45,
        paidInterest: '194.4443025',
        released: '0',
      },
    ],
  ])('%s holds', (_, receipt) => {
    expect(firstWrongStep(checkPledge(receipt))).toBeNull();
    expect(checkPledge(receipt).ok).toBe(true);
  });

  it.each([
    ['interest', { ...running, interest: '194.44430251' }],
    ['matures', { ...running, endDate: running.endDate + 1 }],
    ['days', { ...redeemed, wholeDays: 16 }],
    ['paid', { ...redeemed, paidInterest: '36.72836824' }],
    ['released', { ...redeemed, released: '157.71593424' }],
    ['paid', { ...redeemed, paidInterest: null }],
  ] as const)('with a wrong %s fails there', (name, receipt) => {
    expect(firstWrongStep(checkPledge(receipt))?.name).toBe(name);
  });

  it('that cannot be read fails', () => {
    for (const wrong of [
      { ...running, investAmount: 'x' },
      { ...running, scale: 40 },
      { ...running, dailyPpm: 0.5 },
      { ...redeemed, endedTime: null },
    ])
      expect(checkPledge(wrong)).toEqual({ ok: false, steps: [] });
  });
});
