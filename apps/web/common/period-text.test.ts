import { expect, it } from 'vitest';
import { backOfHundred, percentUp } from './period-text.ts';

it('never shows a break-even rate that is too low', () => {
  expect(percentUp('57.1429')).toBe('57.15');
  expect(percentUp('55.5')).toBe('55.5');
  expect(percentUp('50')).toBe('50');
});

it('counts the return of half of the contracts', () => {
  expect(backOfHundred('85')).toBe('92.5');
  expect(backOfHundred('100')).toBe('100');
});
