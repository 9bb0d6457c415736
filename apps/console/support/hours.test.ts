import { expect, it } from 'vitest';
import { readHolidays, readSpans, spansText } from './hours.ts';

it('reads the spans of a day as it writes them', () => {
  const spans = [
    { day: 2, fromMinute: 420, toMinute: 780 },
    { day: 2, fromMinute: 840, toMinute: 1_440 },
  ];
  expect(spansText(spans, 2)).toBe('07:00–13:00, 14:00–24:00');
  expect(readSpans('07:00–13:00, 14:00–24:00', 2)).toEqual(spans);
  expect(readSpans(' 7:00 - 13:00 ,14:00-24:00', 2)).toEqual(spans);
  expect(readSpans('', 2)).toEqual([]);
});

it('takes no spans that overlap, touch, end before they begin or leave the day', () => {
  for (const wrong of ['7', '07:00–06:00', '07:00–13:00, 13:00–14:00', '07:60–08:00', '20:00–24:01', 'x–y'])
    expect(readSpans(wrong, 1), wrong).toBeNull();
});

it('reads dates line by line', () => {
  expect(readHolidays('2027-12-25\n\n 2028-01-01 ')).toEqual(['2027-12-25', '2028-01-01']);
  for (const wrong of ['2027-13-01', '25.12.2027', '2027-02-30'])
    expect(readHolidays(wrong), wrong).toBeNull();
});
