import { describe, expect, it } from 'vitest';
import { timesOf } from './record-times.ts';

describe('times of a filter by days', () => {
  it('cover the last day to its end, in the zone of the device', () => {
    expect(timesOf({ from: '2026-03-29', to: '2026-03-29' })).toEqual({
      fromTime: String(new Date(2026, 2, 29).getTime()),
      toTime: String(new Date(2026, 2, 30).getTime()),
    });
    expect(timesOf({ from: '2026-12-31', to: '2026-12-31' }).toTime).toBe(
      String(new Date(2027, 0, 1).getTime()),
    );
  });

  it('set no bound for a day that is missing or half typed', () => {
    expect(timesOf({ from: '', to: '' })).toEqual({});
    expect(timesOf({ from: '2026-1', to: 'tomorrow' })).toEqual({});
    expect(timesOf({ from: '', to: '999999-01-01' })).toEqual({});
  });

  it('are never before the first moment that a call takes', () => {
    expect(timesOf({ from: '0002-01-01', to: '' })).toEqual({ fromTime: '0' });
  });
});
