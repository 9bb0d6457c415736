/** Dates are the same in every language: MM/DD/YYYY, HH:mm:ss on a 24-hour clock, in the reader's time zone. */

interface DateParts {
  year: string;
  month: string;
  day: string;
  hour: string;
  minute: string;
  second: string;
}

const formatsByZone = new Map<string, Intl.DateTimeFormat>();

function partsOf(epochMs: number, timeZone: string | undefined): DateParts {
  const key = timeZone ?? '';
  let format = formatsByZone.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      ...(timeZone === undefined ? {} : { timeZone }),
    });
    formatsByZone.set(key, format);
  }
  const parts: DateParts = { year: '', month: '', day: '', hour: '', minute: '', second: '' };
  for (const { type, value } of format.formatToParts(epochMs)) {
    if (type in parts) parts[type as keyof DateParts] = value;
  }
  return parts;
}

/** `MM/DD/YYYY` of an epoch time in milliseconds. */
export function date(epochMs: number, timeZone?: string): string {
  const { year, month, day } = partsOf(epochMs, timeZone);
  return `${month}/${day}/${year}`;
}

/** `HH:mm:ss` of an epoch time in milliseconds. */
export function time(epochMs: number, timeZone?: string): string {
  const { hour, minute, second } = partsOf(epochMs, timeZone);
  return `${hour}:${minute}:${second}`;
}

/** `MM/DD/YYYY HH:mm:ss` of an epoch time in milliseconds. */
export function dateTime(epochMs: number, timeZone?: string): string {
  return `${date(epochMs, timeZone)} ${time(epochMs, timeZone)}`;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** `hh:mm:ss` left; begun seconds count whole, so 00:00:00 means over. Hours grow past 99. */
export function countdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  return `${twoDigits(Math.floor(seconds / 3600))}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
}
