import { describe, expect, it } from 'vitest';
import { firstWrongStep } from '../check.ts';
import { checkEarnOrder, type EarnOrderReceipt } from './check-order.ts';

const DAY = 86_400_000;
const began = Date.UTC(2028, 0, 31, 12, 30, 15);

/** 45 days at 350 ppm, half of the interest of whole days kept: figures worked out apart, by exact fractions. */
const running: EarnOrderReceipt = {
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

const redeemed: EarnOrderReceipt = {
  ...running,
  status: 'redeemed',
  endedTime: began + 17 * DAY + 5 * 3_600_000,
  wholeDays: 17,
  paidInterest: '36.72836825',
  released: '157.71593425',
};

const locked: EarnOrderReceipt = { ...redeemed, lockDays: 17, redeemableTime: began + 17 * DAY };

describe('an order with a cycle', () => {
  it.each([
    ['that runs', running],
    ['that was redeemed after 17 days and 5 hours', redeemed],
    ['that was redeemed after its locked days', locked],
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
    expect(firstWrongStep(checkEarnOrder(receipt))).toBeNull();
    expect(checkEarnOrder(receipt).ok).toBe(true);
  });

  it.each([
    ['interest', { ...running, interest: '194.44430251' }],
    ['matures', { ...running, endDate: running.endDate + 1 }],
    ['days', { ...redeemed, wholeDays: 16 }],
    ['paid', { ...redeemed, paidInterest: '36.72836824' }],
    ['released', { ...redeemed, released: '157.71593424' }],
    ['paid', { ...redeemed, paidInterest: null }],
    ['redeemable', { ...locked, redeemableTime: began }],
    ['redeemable', { ...locked, redeemableTime: undefined }],
    ['unlocked', { ...locked, lockDays: 18, redeemableTime: began + 18 * DAY }],
  ] as const)('with a wrong %s fails there', (name, receipt) => {
    expect(firstWrongStep(checkEarnOrder(receipt))?.name).toBe(name);
  });

  it('that cannot be read fails', () => {
    for (const wrong of [
      { ...running, investAmount: 'x' },
      { ...running, scale: 40 },
      { ...running, dailyPpm: 0.5 },
      { ...redeemed, endedTime: null },
    ])
      expect(checkEarnOrder(wrong)).toEqual({ ok: false, steps: [] });
  });
});
