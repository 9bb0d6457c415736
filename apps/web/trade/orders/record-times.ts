/** The times of records that a list asks for, as calls take them. */
export interface RecordTimes {
  readonly fromTime?: string;
  readonly toTime?: string;
}

/** Returns the moment at which a day of this device's zone begins, `after` days later; null where it is no day. */
function beginOf(day: string, after: number): number | null {
  const parts = /^(\d{1,6})-(\d{2})-(\d{2})$/.exec(day);
  if (parts === null) return null;
  const [, year, month, date] = parts.map(Number) as [number, number, number, number];
  const begin = new Date(year, month - 1, date + after).getTime();
  return Number.isNaN(begin) ? null : Math.max(0, begin);
}

/** Returns the times from the first day on until the end of the last one; an empty or impossible day sets no bound. */
export function timesOf({ from, to }: { readonly from: string; readonly to: string }): RecordTimes {
  const [first, end] = [beginOf(from, 0), beginOf(to, 1)];
  return {
    ...(first === null ? {} : { fromTime: String(first) }),
    ...(end === null ? {} : { toTime: String(end) }),
  };
}
