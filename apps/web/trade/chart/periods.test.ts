import { INTERVALS } from '@candor/api';
import { expect, it } from 'vitest';
import { type ChartView, isDayView } from './periods.ts';

it('takes days and weeks for bars of whole days, which are labelled in UTC, and nothing shorter', () => {
  const views: readonly ChartView[] = [...INTERVALS, 'tick', '1s'];
  expect(views.filter(isDayView)).toEqual(['1d', '1w']);
});
