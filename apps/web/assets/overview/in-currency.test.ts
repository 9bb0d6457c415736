import { expect, it } from 'vitest';
import { inCurrency } from './in-currency.ts';

it('multiplies exactly and rounds down to cents', () => {
  expect(inCurrency('1000', '7.29936')).toBe('7299.36');
  expect(inCurrency('0.01', '0.96256')).toBe('0.00');
  expect(inCurrency('123456789.12345678', '1474.78102')).toBe('182071729389.41');
});

it('is nothing for what is no number', () => {
  expect(inCurrency('', '1')).toBeNull();
  expect(inCurrency('1', 'x')).toBeNull();
});
