import { INTERVALS } from '@candor/api';
import { expect, it } from 'vitest';
import { type ChartView, isDayView, isOutgrown, MAX_BARS } from './periods.ts';

it('takes days and weeks for bars of whole days, which are labelled in UTC, and nothing shorter', () => {
  const views: readonly ChartView[] = [...INTERVALS, 'tick', '1s'];
  expect(views.filter(isDayView)).toEqual(['1d', '1w']);
});

it('lets a chart begin again once it has grown, not under the eyes of who looks at its past, but before it fills the memory', () => {
  expect(isOutgrown(MAX_BARS, MAX_BARS)).toBe(false);
  expect(isOutgrown(2 * MAX_BARS + 1, 2 * MAX_BARS + 1)).toBe(true);
  expect(isOutgrown(2 * MAX_BARS + 1, 900)).toBe(false);
  expect(isOutgrown(10 * MAX_BARS + 1, 900)).toBe(true);
});
