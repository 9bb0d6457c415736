import { describe, expect, it } from 'vitest';
import { percentOfPpm } from '../common/rate-words.ts';
import { usedPercent } from './offer-figures.ts';
import {
  brokenBound,
  canRenew,
  earlyExit,
  exitDays,
  firstAmount,
  isRedeemable,
  mostTaken,
  orderOutcome,
  passedPercent,
} from './order-figures.ts';

const terms = { scale: 8, dailyPpm: 350, cycleDays: 45, exitPpm: 500_000 };
const bounds = { scale: 8, minAmount: '10', maxAmount: '5000', remaining: '1200.5' };

describe('figures of an order', () => {
  it('are those of the ledger, to the last unit', () => {
    expect(orderOutcome('12345.67000001', terms)).toEqual({
      interest: '194.4443025',
      back: '12540.11430251',
      perDay: '4.3209845',
    });
    expect(earlyExit('12345.67000001', terms, 17)).toEqual({
      days: 17,
      kept: '36.72836825',
      lost: '157.71593425',
      back: '12382.39836826',
    });
    expect(earlyExit('100', terms, 0)).toMatchObject({ kept: '0', back: '100' });
  });

  it('are none for what is no amount', () => {
    expect(orderOutcome('', terms)).toBeNull();
    expect(earlyExit('0.123456789', terms, 1)).toBeNull();
  });

  it('name a rate in percent', () => {
    expect([500, 182_500, 1, 1_000_000].map(percentOfPpm)).toEqual(['0.05', '18.25', '0.0001', '100']);
  });
});

describe('an offer', () => {
  it('is left at days that differ, before it matures', () => {
    expect(exitDays(30)).toEqual([0, 7, 15, 22, 29]);
    expect(exitDays(7)).toEqual([0, 1, 3, 5, 6]);
    expect(exitDays(1)).toEqual([0]);
    expect(exitDays(2)).toEqual([0, 1]);
    expect(exitDays(30, 10)).toEqual([10, 15, 22, 29]);
    expect(exitDays(30, 29)).toEqual([29]);
    expect(exitDays(30, 30)).toEqual([]);
  });

  it('is left before it matures where not every day is locked', () => {
    const offers = [{ cycleDays: 30 }, { cycleDays: 30, lockDays: 29 }, { cycleDays: 30, lockDays: 30 }];
    expect(offers.map(isRedeemable)).toEqual([true, true, false]);
  });

  it('takes the least of what is there, its maximum and its room', () => {
    expect(mostTaken('400', bounds)).toBe('400');
    expect(mostTaken('9000', bounds)).toBe('1200.5');
    expect(mostTaken('9000', { ...bounds, remaining: '8000' })).toBe('5000');
    expect(mostTaken('400.1234567890123', bounds)).toBe('400.12345678');
    expect(mostTaken('0', bounds)).toBe('0');
  });

  it('begins its examples with a round amount, or with one that it takes', () => {
    const amounts = [
      bounds,
      { minAmount: '0.001', maxAmount: '2' },
      { minAmount: '5000', maxAmount: '9000' },
    ];
    expect(amounts.map(firstAmount)).toEqual(['1000', '2', '5000']);
  });

  it('says which of its bounds an amount breaks', () => {
    const broken = ['9.99999999', '10', '1200.5', '1200.50000001', '5000.1', ''];
    expect(broken.map((amount) => brokenBound(amount, bounds))).toEqual([
      'smallest',
      null,
      null,
      'moreThanRoom',
      'most',
      null,
    ]);
  });

  it('say whether the offer is there when an order could be renewed', () => {
    const day = 86_400_000;
    const at = (closesTime: number | null) => canRenew({ closesTime, cycleDays: 7 }, day);
    expect([null, 8 * day + 1, 8 * day, day].map(at)).toEqual([true, true, false, false]);
  });

  it('is drawn from empty to full', () => {
    expect(usedPercent('1000', '1000')).toBe(0);
    expect(usedPercent('250', '1000')).toBe(75);
    expect(usedPercent('0', '1000')).toBe(100);
    expect(usedPercent('0', '0')).toBe(100);
    expect([0, 50, 100, 150].map((now) => passedPercent(0, 100, now))).toEqual([0, 50, 100, 100]);
    expect(passedPercent(100, 100, 0)).toBe(100);
  });
});
