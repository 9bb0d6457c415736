/**
 * Dates in the order and with the marks of the language, MM/DD/YYYY in English; always the Gregorian calendar, Latin
 * digits and two-digit days and months, so that columns align. Times are HH:mm:ss on a 24-hour clock everywhere.
 */

import { type Locale, languageTags } from './locales.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function cached(
  key: string,
  tag: string,
  timeZone: string | undefined,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const name = `${key} ${tag} ${timeZone ?? ''}`;
  let format = formats.get(name);
  if (!format) {
    format = new Intl.DateTimeFormat(tag, {
      calendar: 'gregory',
      numberingSystem: 'latn',
      ...options,
      ...(timeZone === undefined ? {} : { timeZone }),
    });
    formats.set(name, format);
  }
  return format;
}

/** The day of an epoch time in milliseconds, as the language writes it. */
export function date(locale: Locale, epochMs: number, timeZone?: string): string {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return cached('date', languageTags[locale], timeZone, options).format(epochMs);
}

/** `HH:mm:ss` of an epoch time in milliseconds. */
export function time(epochMs: number, timeZone?: string): string {
  const options = { hourCycle: 'h23', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  return cached('time', 'en-US', timeZone, options).format(epochMs);
}

/** The day and `HH:mm:ss` of an epoch time in milliseconds. */
export function dateTime(locale: Locale, epochMs: number, timeZone?: string): string {
  return `${date(locale, epochMs, timeZone)} ${time(epochMs, timeZone)}`;
}

/** The day and `HH:mm` of an epoch time in milliseconds: for hours that somebody set, which have no seconds. */
export function dateMinute(locale: Locale, epochMs: number, timeZone?: string): string {
  return `${date(locale, epochMs, timeZone)} ${time(epochMs, timeZone).slice(0, 5)}`;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** `hh:mm:ss` left; begun seconds count whole, so 00:00:00 means over. Hours grow past 99. */
export function countdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  return `${twoDigits(Math.floor(seconds / 3600))}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
}
