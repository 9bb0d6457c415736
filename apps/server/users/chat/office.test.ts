import { expect, it } from 'vitest';
import { officeAt } from './office.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const hours = {
  spans: [
    { day: 1, fromMinute: 540, toMinute: 720 },
    { day: 1, fromMinute: 780, toMinute: 1_020 },
    { day: 2, fromMinute: 540, toMinute: 1_020 },
  ],
  holidays: ['2026-12-01'],
};

it('opens and closes by several spans of a day, and not on a holiday', () => {
  // 30 November 2026 is a Monday
  expect(officeAt(hours, at('2026-11-30T08:59'))).toEqual({
    isOpen: false,
    changeTime: at('2026-11-30T09:00'),
  });
  expect(officeAt(hours, at('2026-11-30T09:00'))).toEqual({
    isOpen: true,
    changeTime: at('2026-11-30T12:00'),
  });
  expect(officeAt(hours, at('2026-11-30T12:00'))).toEqual({
    isOpen: false,
    changeTime: at('2026-11-30T13:00'),
  });
  expect(officeAt(hours, at('2026-11-30T16:59'))).toEqual({
    isOpen: true,
    changeTime: at('2026-11-30T17:00'),
  });
  expect(officeAt(hours, at('2026-11-30T17:00'))).toEqual({
    isOpen: false,
    changeTime: at('2026-12-07T09:00'),
  });
});

it('goes on after midnight where the next day begins with hours, and ends there before a holiday', () => {
  const nights = {
    spans: [1, 2, 3].flatMap((day) => [
      { day, fromMinute: 0, toMinute: 360 },
      { day, fromMinute: 1_320, toMinute: 1_440 },
    ]),
    holidays: ['2026-12-02'],
  };
  expect(officeAt(nights, at('2026-11-30T23:30'))).toEqual({
    isOpen: true,
    changeTime: at('2026-12-01T06:00'),
  });
  expect(officeAt(nights, at('2026-12-01T00:00'))).toEqual({
    isOpen: true,
    changeTime: at('2026-12-01T06:00'),
  });
  expect(officeAt(nights, at('2026-12-01T23:30'))).toEqual({
    isOpen: true,
    changeTime: at('2026-12-02T00:00'),
  });
});

it('names no change where no hours are published', () => {
  expect(officeAt({ spans: [], holidays: [] }, at('2026-11-30T09:00'))).toEqual({
    isOpen: false,
    changeTime: null,
  });
});
