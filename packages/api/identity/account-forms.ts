import { PASSWORD_MIN_LENGTH } from '@candor/products';

/** The rules of account forms, which pages check as one types and the schemas hold. No schemas: browsers load this module. */

export const languages = [
  'en',
  'ja',
  'ko',
  'zh',
  'pt',
  'vi',
  'th',
  'es',
  'fr',
  'ru',
  'de',
  'it',
  'tw',
] as const;

export type Language = (typeof languages)[number];

/** Symbols that a password may hold besides letters and digits. */
export const PASSWORD_SYMBOLS = '!@#$%^&*()_+-=[]{};:,.?~|<>/';

/** Characters of a password: see ADR 90 for the most. */
export const PASSWORD_LENGTH = { least: PASSWORD_MIN_LENGTH, most: 128 } as const;

/** True for at least two kinds of letters, digits and PASSWORD_SYMBOLS, and nothing else. */
export function isPasswordMixed(text: string): boolean {
  let kinds = 0;
  if (/[A-Za-z]/.test(text)) kinds += 1;
  if (/[0-9]/.test(text)) kinds += 1;
  if (/[^A-Za-z0-9]/.test(text)) kinds += 1;
  return kinds >= 2;
}

/** True if each character may stand in a password. */
export function isPasswordText(text: string): boolean {
  return [...text].every((c) => /[A-Za-z0-9]/.test(c) || PASSWORD_SYMBOLS.includes(c));
}

/** True for a text as long as a password may be. */
export function isPasswordLong(text: string): boolean {
  return text.length >= PASSWORD_LENGTH.least && text.length <= PASSWORD_LENGTH.most;
}

/** True for a new password: 6 to 128 of letters, digits and PASSWORD_SYMBOLS, of at least two of these kinds. */
export function isNewPassword(text: string): boolean {
  return isPasswordLong(text) && isPasswordMixed(text) && isPasswordText(text);
}

/** An account name: 4 to 20 letters, digits and underscores, a letter first. */
export const ACCOUNT_NAME = /^[A-Za-z][A-Za-z0-9_]{3,19}$/;

export const MAX_EMAIL_LENGTH = 254;
/**
 * An address as mail servers take it: a dot-atom of RFC 5322 of at most 64 characters, and a domain, whose last label may
 * be one of another script (RFC 5890). Browsers write domains in other scripts that way by themselves.
 */
export const EMAIL =
  /^(?=[^@]{1,64}@)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{1,58}[A-Za-z0-9])$/;

/** The one form of a phone number, which `readPhone` makes: + and 7 to 15 digits. */
export const PHONE = /^\+[1-9]\d{6,14}$/;

/** A code of digits without what apps and mails put between them: spaces, dashes, full-width digits. */
export const plainCode = (typed: string): string => typed.normalize('NFKC').replace(/[\s\p{Pd}\p{Cf}]/gu, '');

const CODE_DIGITS = 6;

/** The digits of a code while it is typed, at most six, in ASCII: whatever else a paste or an input method brings is left out. */
export const typedDigits = (typed: string): string =>
  plainCode(typed).replace(/\D/g, '').slice(0, CODE_DIGITS);

/** The ways to name an account, each with its rule. */
export const isAccountOf = {
  account: (text: string) => ACCOUNT_NAME.test(text),
  email: (text: string) => text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text),
  phone: (text: string) => PHONE.test(text),
} as const;
