import { expect, it } from 'vitest';
import { firstAmount, firstPrice, movedPrice } from './first-figures.ts';

it('begins with the last price on its ticks, or with a round one', () => {
  expect(firstPrice('61234.5', '0.1')).toBe('61234.5');
  expect(firstPrice(null, '0.01')).toBe('100');
});

it('moves a price by thousandths on its ticks', () => {
  expect(movedPrice('61234.5', 10, '0.1')).toBe('61846.8');
  expect(movedPrice('100', -5, '0.01')).toBe('99.5');
});

it('begins with one leading digit of an amount, at least one lot', () => {
  expect(firstAmount('1000', '61234.5', '0.00001')).toBe('0.01');
  expect(firstAmount('1000', '0.12', '1')).toBe('8000');
  expect(firstAmount('1000', '9000000', '0.01')).toBe('0.01');
});
