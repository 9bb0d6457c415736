import { describe, expect, it } from 'vitest';
import { dayBeginMs, isoInZone, isTimeZone, zoneOffsetMs } from './zone-time.ts';

const HOUR_MS = 3_600_000;
const utc = (...parts: [number, number, number, number?]) => Date.UTC(...parts);

describe('a zone', () => {
  it.each([
    ['UTC', 0],
    ['Asia/Hong_Kong', 8],
    ['America/New_York', -5],
    ['Asia/Kathmandu', 5.75],
    ['Pacific/Kiritimati', 14],
    ['Pacific/Pago_Pago', -11],
  ])('%s is %f hours ahead of UTC in November', (zone, hours) => {
    expect(zoneOffsetMs(zone, utc(2026, 10, 13) + 123)).toBe(hours * HOUR_MS);
  });

  it('is known by its name alone', () => {
    for (const name of ['Europe/Berlin', 'UTC', 'Asia/Hong_Kong']) expect(isTimeZone(name)).toBe(true);
    for (const name of ['', 'Mars/Base', '<b>', null, 5, undefined]) expect(isTimeZone(name)).toBe(false);
  });
});

describe('a day', () => {
  it.each([
    ['UTC', utc(2026, 10, 13)],
    ['America/New_York', utc(2026, 10, 13, 5)],
    ['Asia/Hong_Kong', utc(2026, 10, 12, 16)],
    ['Pacific/Kiritimati', utc(2026, 10, 12, 10)],
  ])('begins at midnight of %s', (zone, begin) => {
    expect(dayBeginMs(zone, 2026, 11, 13)).toBe(begin);
  });

  it('has 23 or 25 hours where the clocks change, and begins at one where they skip midnight', () => {
    const length = (zone: string, month: number, day: number) =>
      (dayBeginMs(zone, 2026, month, day + 1)! - dayBeginMs(zone, 2026, month, day)!) / HOUR_MS;
    expect(length('Europe/Berlin', 3, 29)).toBe(23);
    expect(length('Europe/Berlin', 10, 25)).toBe(25);
    // Beirut's clocks go from 00:00 to 01:00
    expect(length('Asia/Beirut', 3, 28)).toBe(24);
    expect(length('Asia/Beirut', 3, 29)).toBe(23);
    expect(isoInZone('Asia/Beirut', dayBeginMs('Asia/Beirut', 2026, 3, 29)!)).toBe(
      '2026-03-29T01:00:00.000+03:00',
    );
  });

  it('after the last of a month is the first of the next, and what is no day is none', () => {
    expect(dayBeginMs('UTC', 2026, 12, 32)).toBe(utc(2027, 0, 1));
    expect(dayBeginMs('UTC', 999_999, 1, 1)).toBeNull();
    expect(dayBeginMs('UTC', Number.NaN, 1, 1)).toBeNull();
  });
});

it.each([
  ['UTC', '2026-11-13T00:00:00.007Z'],
  ['Asia/Hong_Kong', '2026-11-13T08:00:00.007+08:00'],
  ['America/New_York', '2026-11-12T19:00:00.007-05:00'],
  ['Asia/Kathmandu', '2026-11-13T05:45:00.007+05:45'],
])('a time of %s is written as %s, and reads as the same moment', (zone, text) => {
  const at = utc(2026, 10, 13) + 7;
  expect(isoInZone(zone, at)).toBe(text);
  expect(Date.parse(text)).toBe(at);
});
