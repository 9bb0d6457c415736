import { expect, it } from 'vitest';
import { trimFigure } from './format-number.ts';

it('leaves out only zeros at the end, and keeps the decimals asked for', () => {
  expect(trimFigure('12500.00000000')).toBe('12500.00');
  expect(trimFigure('0.15000000')).toBe('0.15');
  expect(trimFigure('-9313.89012300')).toBe('-9313.890123');
  expect(trimFigure('0.00000001')).toBe('0.00000001');
  expect(trimFigure('12.50', 0)).toBe('12.5');
  expect(trimFigure('12.00', 0)).toBe('12');
  expect(trimFigure('100')).toBe('100');
});
