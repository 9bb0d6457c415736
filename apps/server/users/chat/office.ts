import { STAFF_LANGUAGES, type SupportOffice } from '@candor/api';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Days of the past week and of the next two months, in which some change lies. */
const SEARCHED_DAYS = 60;

/** A stretch of office hours in UTC, in minutes after midnight; day 1 is Monday. */
export interface OfficeSpan {
  readonly day: number;
  readonly fromMinute: number;
  readonly toMinute: number;
}

export interface OfficeHours {
  readonly spans: readonly OfficeSpan[];
  /** Days without office hours, as YYYY-MM-DD. */
  readonly holidays: readonly string[];
}

const WORK_DAYS = [1, 2, 3, 4, 5];
const spansOf = (day: number): OfficeSpan[] => [
  { day, fromMinute: 7 * 60, toMinute: 13 * 60 },
  { day, fromMinute: 14 * 60, toMinute: 21 * 60 },
];

/** The published office hours. */
export const OFFICE_HOURS: OfficeHours = {
  spans: [...WORK_DAYS.flatMap(spansOf), { day: 6, fromMinute: 9 * 60, toMinute: 15 * 60 }],
  holidays: ['2026-12-25', '2026-12-26', '2027-01-01', '2027-12-25', '2027-12-26', '2028-01-01'],
};

/** The stretches of a day that begins at `dayMs`, as times. */
function onDay({ spans, holidays }: OfficeHours, dayMs: number): readonly (readonly [number, number])[] {
  const date = new Date(dayMs);
  if (holidays.includes(date.toISOString().slice(0, 10))) return [];
  const day = ((date.getUTCDay() + 6) % 7) + 1;
  return spans
    .filter((span) => span.day === day)
    .map(
      ({ fromMinute, toMinute }) => [dayMs + fromMinute * MINUTE_MS, dayMs + toMinute * MINUTE_MS] as const,
    )
    .toSorted(([a], [b]) => a - b);
}

/**
 * State of the office at a time, and the time of its next change; null where no span is published. Hours that go on after
 * midnight are one stretch: the office changes at its end.
 */
export function officeAt(hours: OfficeHours, atMs: number): Pick<SupportOffice, 'isOpen' | 'changeTime'> {
  const today = Math.floor(atMs / DAY_MS) * DAY_MS;
  let openUntil: number | null = null;
  for (let day = 0; day < SEARCHED_DAYS; day += 1)
    for (const [from, to] of onDay(hours, today + day * DAY_MS)) {
      if (openUntil !== null && from > openUntil) return { isOpen: true, changeTime: openUntil };
      if (openUntil === null && atMs < from) return { isOpen: false, changeTime: from };
      if (atMs < to) openUntil = to;
    }
  return { isOpen: openUntil !== null, changeTime: openUntil };
}

/** The office as everybody reads it. */
export function officeShown(hours: OfficeHours, atMs: number): SupportOffice {
  return {
    ...officeAt(hours, atMs),
    timeZone: 'UTC',
    spans: [...hours.spans],
    holidays: [...hours.holidays],
    languages: [...STAFF_LANGUAGES],
  };
}
