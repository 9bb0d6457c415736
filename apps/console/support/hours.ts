import type { OfficeHours } from '@candor/api';

type Span = OfficeHours['spans'][number];

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const SPAN = /^(\d{1,2}):(\d{2})\s*[-–]\s*(\d{1,2}):(\d{2})$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The spans of a day as an operator types them. */
export const spansText = (spans: readonly Span[], day: number): string =>
  spans
    .filter((span) => span.day === day)
    .map(({ fromMinute, toMinute }) => `${clock(fromMinute)}–${clock(toMinute)}`)
    .join(', ');

/** Reads the spans of a day; null where they are not of the form, or not one after another. */
export function readSpans(typed: string, day: number): Span[] | null {
  const parts = typed.split(',').map((part) => part.trim());
  const spans: Span[] = [];
  for (const part of parts.filter((each) => each !== '')) {
    const found = SPAN.exec(part);
    if (found === null) return null;
    const [fromHour, fromRest, toHour, toRest] = found.slice(1).map(Number) as [
      number,
      number,
      number,
      number,
    ];
    const [fromMinute, toMinute] = [fromHour * 60 + fromRest, toHour * 60 + toRest];
    const before = spans.at(-1)?.toMinute ?? -1;
    if (fromRest > 59 || toRest > 59 || fromMinute <= before || toMinute <= fromMinute || toMinute > 1_440)
      return null;
    spans.push({ day, fromMinute, toMinute });
  }
  return spans;
}

/** Reads dates, one a line; null where one is none. */
export function readHolidays(typed: string): string[] | null {
  const dates = typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const isDate = (text: string) =>
    DATE.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);
  return dates.every(isDate) ? dates : null;
}
