import { describe, expect, it } from 'vitest';
import { timesOf } from './record-times.ts';

describe('times of a filter by days', () => {
  it.each([
    ['UTC', Date.UTC(2026, 2, 29), Date.UTC(2026, 2, 30)],
    // clocks go forward on that day
    ['Europe/Berlin', Date.UTC(2026, 2, 28, 23), Date.UTC(2026, 2, 29, 22)],
    ['America/New_York', Date.UTC(2026, 2, 29, 4), Date.UTC(2026, 2, 30, 4)],
    ['Asia/Hong_Kong', Date.UTC(2026, 2, 28, 16), Date.UTC(2026, 2, 29, 16)],
  ])('cover the last day to its end, in %s', (zone, from, to) => {
    expect(timesOf({ from: '2026-03-29', to: '2026-03-29' }, zone)).toEqual({
      fromTime: String(from),
      toTime: String(to),
    });
  });

  it('reach over the end of a year', () => {
    expect(timesOf({ from: '', to: '2026-12-31' }, 'UTC').toTime).toBe(String(Date.UTC(2027, 0, 1)));
  });

  it('set no bound for a day that is missing or half typed', () => {
    for (const days of [
      { from: '', to: '' },
      { from: '2026-1', to: 'tomorrow' },
      { from: '', to: '999999-01-01' },
    ])
      expect(timesOf(days, 'Europe/Berlin')).toEqual({});
  });

  it('are never before the first moment that a call takes', () => {
    expect(timesOf({ from: '0002-01-01', to: '' }, 'UTC')).toEqual({ fromTime: '0' });
  });
});
