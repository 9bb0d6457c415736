/** Times of a zone by its IANA name, such as Europe/Berlin. */

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    const digits = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
    const clock = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
    format = new Intl.DateTimeFormat('en-US', { calendar: 'gregory', timeZone, ...digits, ...clock });
    formats.set(timeZone, format);
  }
  return format;
}

/** Returns true for a zone that this browser or server knows. */
export function isTimeZone(name: unknown): name is string {
  if (typeof name !== 'string' || name === '') return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Milliseconds by which a zone's clocks are ahead of UTC at a time. */
export function zoneOffsetMs(timeZone: string, atMs: number): number {
  const parts = formatOf(timeZone).formatToParts(atMs);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const there = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return there - Math.floor(atMs / 1_000) * 1_000;
}

/**
 * Returns the moment at which a day of a zone begins, in ms since 1970: at its first hour where clocks skip midnight. The
 * month counts from 1, and days beyond its end run on. Null where it is no day.
 */
export function dayBeginMs(timeZone: string, year: number, month: number, day: number): number | null {
  const midnight = Date.UTC(year, month - 1, day);
  if (Number.isNaN(midnight) || Number.isNaN(new Date(midnight + 86_400_000).getTime())) return null;
  const near = midnight - zoneOffsetMs(timeZone, midnight);
  return midnight - zoneOffsetMs(timeZone, near);
}

/** Writes a time as ISO 8601 with the zone's offset, so that it stays exact: 2026-11-13T08:00:00.000+08:00. */
export function isoInZone(timeZone: string, atMs: number): string {
  const minutes = Math.round(zoneOffsetMs(timeZone, atMs) / 60_000);
  const there = new Date(atMs + minutes * 60_000).toISOString();
  if (minutes === 0) return there;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${there.slice(0, -1)}${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}
