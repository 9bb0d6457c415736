import fc from 'fast-check';
import { expect, it } from 'vitest';
import { amountOf, brokenOtcBound, feeOf, lesserOf, totalOf } from './figures.ts';

const digits = { coin: 8, currency: 2 };

it('gives the sum in whole minor units, rounded up as the ledger does', () => {
  expect(totalOf('100', '7.2', digits)).toBe('720');
  expect(totalOf('0.00000001', '7.2', digits)).toBe('0.01');
  expect(totalOf('', '7.2', digits)).toBe('');
  expect(totalOf('0', '7.2', digits)).toBe('');
});

it('gives coins that never cost more than the sum', () => {
  expect(amountOf('720', '7.2', digits)).toBe('100');
  expect(amountOf('1', '0', digits)).toBe('');
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.integer({ min: 1, max: 90_000_000 }),
      (sum, price) => {
        const total = (sum / 100).toFixed(2);
        const coins = amountOf(total, (price / 1_000_000).toFixed(6), digits);
        const cost = totalOf(coins, (price / 1_000_000).toFixed(6), digits);
        expect(Number(cost === '' ? '0' : cost)).toBeLessThanOrEqual(Number(total));
      },
    ),
  );
});

it('names the bound that is broken', () => {
  const bounds = { minAmount: '10', maxAmount: '100' };
  expect(brokenOtcBound('9.99', bounds, 8)).toBe('least');
  expect(brokenOtcBound('100.01', bounds, 8)).toBe('most');
  expect(brokenOtcBound('100', bounds, 8)).toBeNull();
  expect(lesserOf('9', '10', 8)).toBe('9');
  expect(feeOf('100', 1_000, 8)).toBe('0.1');
});
