import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';

/** A phone number in its one form. */
export interface PhoneNumber {
  /** Form that is kept and sent: a plus and 7 to 15 digits. */
  readonly e164: string;
  /** The same in groups, as a person compares it: +49 1512 3456799. */
  readonly shown: string;
}

const INTERNATIONAL = /^[+＋]/;
const IDD = /^00/;
/** Digits and what people write between them. Letters are none: one keypad reads them so, another otherwise. */
const WRITTEN = /^[+＋]?[\p{Nd}\s().·/（）\p{Pd}]{2,64}$/u;
/** Marks of direction and joiners, which come with what is pasted. */
const INVISIBLE = /\p{Cf}/gu;

const clean = (typed: string) =>
  typed
    .replace(INVISIBLE, '')
    .replace(/\p{Pd}/gu, '-')
    .trim();

function parse(text: string, country: string | null): PhoneNumber | null {
  const own =
    country !== null && isSupportedCountry(country) ? { defaultCountry: country as CountryCode } : {};
  const parsed = parsePhoneNumberFromString(text, { extract: false, ...own });
  if (parsed === undefined || parsed.ext !== undefined || !parsed.isValid()) return null;
  return { e164: parsed.number, shown: parsed.formatInternational() };
}

/**
 * Reads a phone number as people write it, with the national prefix of its country, and returns its one form; null for what
 * is none. A number without a plus is one of `country`; without a country only an international one is read.
 */
export function readPhone(typed: string, country: string | null): PhoneNumber | null {
  const text = clean(typed);
  if (!WRITTEN.test(text)) return null;
  if (INTERNATIONAL.test(text)) return parse(text, null);
  const national = country === null ? null : parse(text, country);
  if (national !== null || !IDD.test(text)) return national;
  return parse(`+${text.slice(2)}`, null);
}

/** The calling code of a country, with its plus; '' for an unknown one. */
export const callingCodeOf = (country: string): string =>
  isSupportedCountry(country) ? `+${getCountryCallingCode(country)}` : '';

/** True for a text that may be a phone number or a part of one, as somebody types it in a search. */
export const isPhoneLike = (typed: string): boolean =>
  WRITTEN.test(clean(typed)) && digitsOf(typed).length >= 4;

/** The digits of a phone number or of a part of one; those of its one form where it is whole and international. */
export function digitsOf(typed: string): string {
  const whole = readPhone(typed, null)?.e164 ?? clean(typed).normalize('NFKC');
  return whole.replace(/\D/g, '');
}
