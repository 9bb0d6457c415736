import { absentFigure, decimalsOf, fixed, percent, separators, trimFigure, volume } from './format-number.ts';
import { date, dateMinute, dateTime, time } from './format-time.ts';
import type { Locale } from './locales.ts';

/** A decimal text from the wire, or nothing yet. */
export type Figure = string | null | undefined;

/** Formatters that turn wire values into display text, in one language and time zone. Absent values give `–`. */
export interface Formatters {
  readonly locale: Locale;
  readonly decimalSeparator: string;
  readonly groupSeparator: string;
  /** A price with `decimals` places (default: as many as it came with), rounded half away from zero. */
  price(value: Figure, decimals?: number): string;
  /**
   * A quantity or balance with `decimals` places; further ones are cut, so that nobody sees more than is there.
   * Without `decimals` every digit that counts is shown, and of the zeros at the end those up to two decimals.
   */
  quantity(value: Figure, decimals?: number): string;
  /** A signed difference, such as a 24-hour change in quote units or a profit; zeros at the end as of a quantity. */
  difference(value: Figure, decimals?: number): string;
  /** A change given in percent, signed, 2 decimals; a change under 0.01 is shown as 0.01. */
  changePercent(value: Figure): string;
  /** A rate given in percent, unsigned, with `decimals` places (default 2), same floor. */
  percent(value: Figure, decimals?: number): string;
  /** A volume in the language's own abbreviation: K, M, B and T in English. */
  volume(value: Figure): string;
  /** A whole number of things. */
  count(value: number): string;
  /** The day of an epoch time in milliseconds, as the language writes it: MM/DD/YYYY in English. */
  date(epochMs: number | null | undefined): string;
  /** The UTC day that a figure of a whole day covers, by a time in it. It is the same day in every zone. */
  day(epochMs: number | null | undefined): string;
  /** The day as the language writes it, then `HH:mm:ss`, of an epoch time in milliseconds. */
  dateTime(epochMs: number | null | undefined): string;
  /** The same with `HH:mm`: for hours that somebody set, such as office hours. */
  dateMinute(epochMs: number | null | undefined): string;
  /** `HH:mm:ss` of an epoch time in milliseconds. */
  time(epochMs: number | null | undefined): string;
}

const made = new Map<string, Formatters>();

/** The formatters of a language; the same object for the same language and zone, with every `Intl` object cached. */
export function createFormatters(locale: Locale, timeZone?: string): Formatters {
  const key = `${locale} ${timeZone ?? ''}`;
  let formatters = made.get(key);
  if (!formatters) {
    formatters = make(locale, timeZone);
    made.set(key, formatters);
  }
  return formatters;
}

const orAbsent = <T>(value: T | null | undefined, format: (value: T) => string): string =>
  value === null || value === undefined ? absentFigure : format(value);

function make(locale: Locale, timeZone: string | undefined): Formatters {
  const { decimal, group } = separators(locale);
  return {
    locale,
    decimalSeparator: decimal,
    groupSeparator: group,
    price: (value, decimals) =>
      orAbsent(value, (v) => fixed(locale, v, decimals ?? decimalsOf(v), 'halfExpand')),
    quantity: (value, decimals) =>
      orAbsent(value, (v) => fixed(locale, v, decimals ?? decimalsOf(trimFigure(v)), 'trunc')),
    difference: (value, decimals) =>
      orAbsent(value, (v) =>
        fixed(locale, v, decimals ?? decimalsOf(trimFigure(v)), 'halfExpand', 'exceptZero'),
      ),
    changePercent: (value) => orAbsent(value, (v) => percent(locale, v, 2, true)),
    percent: (value, decimals) => orAbsent(value, (v) => percent(locale, v, decimals ?? 2, false)),
    volume: (value) => orAbsent(value, (v) => volume(locale, v)),
    count: (value) => fixed(locale, String(value), 0, 'trunc'),
    day: (epochMs) => orAbsent(epochMs, (ms) => date(locale, ms, 'UTC')),
    date: (epochMs) => orAbsent(epochMs, (ms) => date(locale, ms, timeZone)),
    dateTime: (epochMs) => orAbsent(epochMs, (ms) => dateTime(locale, ms, timeZone)),
    dateMinute: (epochMs) => orAbsent(epochMs, (ms) => dateMinute(locale, ms, timeZone)),
    time: (epochMs) => orAbsent(epochMs, (ms) => time(ms, timeZone)),
  };
}
