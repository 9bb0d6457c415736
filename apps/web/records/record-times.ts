import { dayBeginMs } from '@candor/i18n';
import type { RecordTimes } from '../data/index.ts';

/** The days that a list shows, as date fields write them; '' sets no bound. */
export interface RecordDays {
  readonly from: string;
  readonly to: string;
}

/** Returns the moment at which a day of a zone begins, `after` days later; null where it is no day. */
function beginOf(day: string, after: number, timeZone: string): number | null {
  const parts = /^(\d{1,6})-(\d{2})-(\d{2})$/.exec(day);
  if (parts === null) return null;
  const [, year, month, date] = parts.map(Number) as [number, number, number, number];
  const begin = dayBeginMs(timeZone, year, month, date + after);
  return begin === null ? null : Math.max(0, begin);
}

/** Returns the times from the first day on until the end of the last one; an empty or impossible day sets no bound. */
export function timesOf({ from, to }: RecordDays, timeZone: string): RecordTimes {
  const [first, end] = [beginOf(from, 0, timeZone), beginOf(to, 1, timeZone)];
  return {
    ...(first === null ? {} : { fromTime: String(first) }),
    ...(end === null ? {} : { toTime: String(end) }),
  };
}
