import { createFormatters } from '@candor/i18n';
import { expect, it } from 'vitest';
import { rateDigits } from './rate-digits.ts';

it.each([
  ['0.000014557581234', '0.000014557581'],
  ['68692.7123456', '68,692.712'],
  ['1.00002', '1.00002'],
  ['0.5', '0.5'],
  ['123456789.5', '123,456,789'],
])('shows eight digits of the rate %s', (rate, shown) => {
  expect(
    createFormatters('en')
      .quantity(rate, rateDigits(rate))
      .replace(/(\.\d*?)0+$/, '$1'),
  ).toBe(shown);
});
